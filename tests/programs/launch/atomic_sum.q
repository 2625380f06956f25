%! features: F213
% Compound assignment on an element is atomic.
function [] = __kernel__ histogram(x : vec, h : vec[int], pos : int)
    h[int(x[pos])] += 1
end
n = 100000
x = zeros(n)
parallel_do(n, __kernel__ (pos : int) -> x[pos] = mod(pos, 8))
h = vec[int](8)
parallel_do(n, x, h, histogram)
print h
% => [12500,12500,12500,12500,12500,12500,12500,12500]
