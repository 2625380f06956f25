%! features: F145 F204
lut = [10.0,20.0,30.0]
look = __device__ (x : int) -> lut[x]
y = zeros(3)
parallel_do(3, y, __kernel__ (y : vec, pos : int) -> y[pos] = look(2-pos))
print y
% => [30,20,10]
print look(1)
% => 20
