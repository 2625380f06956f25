%! fault: race in global memory
%! kernel: move
%! array: x
% A thread reads what its neighbour overwrites.
function [] = __kernel__ move(x : vec'circular, pos : int)
    v = x[pos + 1] % here
    x[pos] = v % here
end
x = ones(600)
for k = 0..599
    x[k] = k
end
parallel_do(600, x, move)
print x[0]
