%! fault: race in global memory
%! kernel: reverse
%! array: x
% Turning an array around in place: both ends exchange, twice.
function [] = __kernel__ reverse(x : vec, last : int, pos : int)
    v = x[last - pos] % here
    x[pos] = v % here
end
x = zeros(512)
for k = 0..511
    x[k] = k
end
parallel_do(512, x, 511, reverse)
print x[0]
