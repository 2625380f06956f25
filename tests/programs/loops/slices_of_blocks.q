%! loop: 13 parallel
%! loop: 17 parallel
%! loop: 21 parallel
% A slice whose ends are the same sum of variables but for a number has so many elements whatever the variables are.
function [] = main(n : int = 3, stride : int = 2)
    x = zeros(4*n + 8)
    for k = 0..numel(x)-1
        x[k] = k
    end
    y = zeros(n)
    z = zeros(n)
    w = zeros(n)
    for k = 0..n-1
        y[k] = sum(x[4*k..4*k+3])
    end
    % Two variables, brackets, a factor behind.
    for k = 0..n-1
        z[k] = sum(x[2*(k+1)+stride..k*2+stride+3])
    end
    % The same number of both signs.
    for k = 0..n-1
        w[k] = sum(x[3-(1-k)..k+4])
    end
    % 4k + (4k+1) + (4k+2) + (4k+3) = 16k + 6
    print y
    % => [6,22,38]
    % (2k+4) + (2k+5) = 4k + 9
    print z
    % => [9,13,17]
    % (k+2) + (k+3) + (k+4) = 3k + 9
    print w
    % => [9,12,15]
    % No window: the ends are as far from each other as k says.
    for k = 0..2
        print sum(x[k..2*k+1])
    end
    % => 1
    % => 6
    % => 14
end
