%! run: processors (which of several errors a GPU tells is not defined)
%! loop: 9 over [1], [0]
%! loop: 9 after an error the launch is repeated
% Several positions of a launch fail: the error of the first one in the order of the text is told, whatever dimension vectors go along.
function [] = turned(x : mat, y : mat)
    parallel_do(size(x), x, y, turn)
end
% Position (0,15) is the first that leaves an array of 15 rows; in the other order that would be (45,0), which leaves its 45 columns.
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = x[pos[0],pos[1]]
end
function [] = main(n : int = 50)
    x = ones(n, 20)
    try
        turned(x, zeros(15, n-5))
    catch ex
        % => index 15 of 'y' is outside dimension 0, which has size 15
        print ex
    end
    % What fails is over: the next launch is none of its business.
    y = zeros(20, n)
    turned(x, y)
    % => 1000
    print sum(y)
end
