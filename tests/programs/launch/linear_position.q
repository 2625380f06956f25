%! features: F207
% `pos : int` with a 1×n launch is the linear index.
x = zeros(6)
parallel_do(size(x), __kernel__ (pos : int) -> x[pos] = pos*pos)
print x
% => [0,1,4,9,16,25]
