%! test opt interchange
% There is nothing to change.
% not: interchanged

function [] = __kernel__ column(x : mat, y : mat, pos : int)
    y[pos,0] = 2*x[0,pos]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do(numel(x[0,:]), x, y, column)
    print y[1,0], z[0,1], sum(y), sum(z)
end
