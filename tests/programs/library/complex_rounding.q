% Rounding of complex numbers is that of each part, as MATLAB's `floor`, `ceil` and `round` take it.
%! features: F403
z = complex(1.5, -2.25)
print floor(z), " ", ceil(z), " ", round(z), " ", frac(z)
% => 1-3i 2-2i 2-2i 0.5+0.75i
c = complex([1.25,-1.5],[-3.75,2.5])
print real(floor(c)), " ", imag(floor(c))
% => [1,-2] [-4,2]
print real(ceil(c)), " ", imag(ceil(c) + 1)
% => [2,-1] [-3,3]
print real(frac(c)), " ", imag(frac(c))
% => [0.25,0.5] [0.25,0.5]
n = complex(zeros(2,2,2), ones(2,2,2)*0.5)
print sum(imag(round(n)))
% => 8
y = czeros(2)
parallel_do(2, __kernel__ (pos : int) -> y[pos] = round(c[pos]))
print real(y), " ", imag(y)
% => [1,-2] [-4,3]
