%! features: F042
f = x -> x^2
print f(5)
% => 25
g = (x, y) -> x - y
print g(5, 3)
% => 2
h = (x : scalar) -> x/2
print h(3)
% => 1.5
d = __device__ (x : scalar) -> x + 0.5
print d(1)
% => 1.5
n = () -> 42
print n()
% => 42
y = zeros(3)
parallel_do(3, y, __kernel__ (y : vec, pos : int) -> y[pos] = pos + 1)
print y
% => [1,2,3]
