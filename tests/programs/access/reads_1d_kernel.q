%! features: F282
% The same maps in kernels, through a table of indices.
x = [10.0,20.0,30.0,40.0]
ix = [-1,-2,4,5,-9,11,100,-100]
n = numel(ix)
function [] = __kernel__ mirrored(x : vec'mirror, ix : vec[int], y : vec, pos : int)
    y[pos] = x[ix[pos]]
end
function [] = __kernel__ wrapped(x : vec'circular, ix : vec[int], y : vec, pos : int)
    y[pos] = x[ix[pos]]
end
function [] = __kernel__ limited(x : vec'clamped, ix : vec[int], y : vec, pos : int)
    y[pos] = x[ix[pos]]
end
function [] = __kernel__ guarded(x : vec'safe, ix : vec[int], y : vec, pos : int)
    y[pos] = x[ix[pos]]
end
function [] = __kernel__ plain(x : vec, ix : vec[int], y : vec, pos : int)
    y[pos] = x[ix[pos]]
end
y = zeros(n)
parallel_do(n, x, ix, y, mirrored)
print y
% => [10,20,40,30,10,40,40,40]
parallel_do(n, x, ix, y, wrapped)
% mod 4 of -1 -2 4 5 -9 11 100 -100 is 3 2 0 1 3 3 0 0
print y
% => [40,30,10,20,40,40,10,10]
parallel_do(n, x, ix, y, limited)
print y
% => [10,10,40,40,10,40,40,10]
parallel_do(n, x, ix, y, guarded)
print y
% => [0,0,0,0,0,0,0,0]
% Without a modifier a kernel reads 0 outside.
parallel_do(n, x, ix, y, plain)
print y
% => [0,0,0,0,0,0,0,0]
