%! features: F185
%! reports: kernels for radius=1, channels=2
%! reports: kernels for radius=-2, channels=1
%! reports: kernels the kernel `spread`, no arrays of its own
%! hides: kernels radius=9
%! emits: cuda for (int i = (-1); i <= 1; ++i)
% A version of the kernel for each listed combination, and one for all other arguments, which counts the same.
function [] = __kernel__ spread(y : mat, radius : int, channels : int, pos : ivec2)
    {!specialize args=(radius==1 && channels==2 || radius==-2 && channels==1 || _
        radius==1 && channels==3)}
    s = 0
    for i = -radius..radius
        s += 10 + i*channels + abs(i)
    end
    y[pos] = s
end
% 2 radius + 1 terms 10, and 2 (1 + … + radius): 10; 30+2; 50+2+4; 70+2+4+6. The terms i*channels cancel. Nothing for -2.
function [] = main(n : int = 3)
    y = zeros(1, 2)
    for channels = 1..n
        for radius = -2..n
            parallel_do([1,2], y, radius, channels, spread)
            print radius, " ", channels, " ", y[0,1]
        end
    end
    % Known when compiling: no test is needed.
    parallel_do([1,2], y, 1, 2, spread)
    print y
    parallel_do([1,2], y, 1, 7, spread)
    print y
end
% => -2 1 0
% => -1 1 0
% => 0 1 10
% => 1 1 32
% => 2 1 56
% => 3 1 82
% => -2 2 0
% => -1 2 0
% => 0 2 10
% => 1 2 32
% => 2 2 56
% => 3 2 82
% => -2 3 0
% => -1 3 0
% => 0 3 10
% => 1 3 32
% => 2 3 56
% => 3 3 82
% => [32,32]
% => [32,32]
