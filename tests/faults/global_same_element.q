%! fault: race in global memory
%! kernel: first
%! array: x
% Every thread writes the first element; who is last depends on the order.
function [] = __kernel__ first(x : vec, pos : int)
    x[0] = pos % here
end
x = zeros(64)
parallel_do(64, x, first)
print x[0]
