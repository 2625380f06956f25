%! features: F197
function y = __device__ poly(x : scalar, a : scalar)
    y = a*x*x + 1
end
x = [0.0,1.0,2.0]
y = zeros(3)
parallel_do(3, __kernel__ (pos : int) -> y[pos] = poly(x[pos], 2))
print y
% => [1,3,9]
% The same function from the host and from another device function.
print poly(3, 1)
% => 10
function y = __device__ twice_poly(x : scalar)
    y = 2*poly(x, 1)
end
print twice_poly(1)
% => 4
