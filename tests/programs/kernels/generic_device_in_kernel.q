%! features: F199
function y = __device__ square_sum(a, b)
    y = a*a + b*b
end
x = [1,2,3]
y = zeros(3)
parallel_do(3, __kernel__ (pos : int) -> y[pos] = square_sum(x[pos], 0.5))
print y
% => [1.25,4.25,9.25]
