%! fault: race in global memory
%! kernel: count
%! array: h
% Counting without an atomic operation.
function [] = __kernel__ count(h : vec[int], x : vec[int], pos : int)
    k = x[pos]
    n = h[k] % here
    h[k] = n + 1 % here
end
x = vec[int](100)
for k = 0..99
    x[k] = mod(k, 7)
end
h = vec[int](7)
parallel_do(100, h, x, count)
print h
