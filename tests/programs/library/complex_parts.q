%! features: F403
z = 3-4i
print real(z), " ", imag(z), " ", conj(z), " ", abs(z)
% => 3 -4 3+4i 5
c = complex([1.0,2.0],[3.0,-1.0])
print real(c), " ", imag(c), " ", imag(conj(c))
% => [1,2] [3,-1] [-3,1]
print real([5.0,6.0])
% => [5,6]
y = zeros(2)
parallel_do(2, __kernel__ (pos : int) -> y[pos] = real(conj(c[pos])*c[pos]))
print y
% => [10,5]
