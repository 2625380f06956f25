%! features: F196
x = [1.0,2.0,3.0,4.0]
y = zeros(4)
parallel_do(4, __kernel__ (pos : int) -> y[pos] = x[pos]*x[pos])
print y
% => [1,4,9,16]
