%! fault: race in global memory
%! kernel: rotate
%! array: x
% The barrier orders the threads of a block; the neighbour of the last one is in another block.
function [] = __kernel__ rotate(x : vec, pos : int)
    n = numel(x)
    v = x[mod(pos + 1, n)] % here
    syncthreads(block)
    x[pos] = v % here
end
x = zeros(64)
for k = 0..63
    x[k] = k
end
parallel_do([[1,64],[1,16]], x, rotate)
print x[0]
