%! test opt interchange
% Elements of y would lie side by side along the first dimension; but the kernel counts, and whoever counts may come in any order only
% where nobody sees it: no order is the other one's.
% check: atomic_add
% not: interchanged

function [] = __kernel__ turn(x : mat, y : mat'safe, h : vec[int]'safe, pos : ivec2)
    y[pos[1],pos[0]] = 2*x[0,pos[1]]
    h[pos[0]] += 1
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    h = vec[int](n)
    x[0,1] = 7
    parallel_do(size(x), x, y, h, turn)
    print y[1,0], sum(y), h
end
