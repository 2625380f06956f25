%! test opt regions
% A device may not hold the grid as a whole.
% check: barrier grid
% check: from part of a grid

function [] = __kernel__ rotate(x : vec, y : vec, pos : int)
    v = x[mod(pos + 1, numel(x))]
    syncthreads(grid)
    x[pos] = v
end
function [] = main(n : int = 16)
    x = zeros(n)
    y = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    parallel_do([[1,n],[1,8]], x, y, rotate)
    print x[0], x[7], x[15]
end
