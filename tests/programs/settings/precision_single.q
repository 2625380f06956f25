%! features: F328
%! omits: cuda double* const
%! emits: cuda float* const y_data
%! tolerance: 3e-6
% The program of precision_double.q, built in single precision, which is what a program has without a word about it.
% The numbers are those of Python and NumPy.
print 1/3, " ", sqrt(2), " ", pi
total = 0.0
for k = 1..1000
    total += 1/(k*k)
end
print total
A = [[4.,1,2],[1,3,0],[2,0,5]]
print inv(A)[0,0], " ", det(A), " ", (A*A)[0,2]/7
x = linspace(0.0, 1.0, 7)
print abs(fft1(sin(x)))[1], " ", real(ifft1(fft1(x)))[2]
function [] = __kernel__ roots(y : vec, pos : int)
    y[pos] = exp(sqrt(pos + 1)) / 3
end
y = zeros(3)
parallel_do(3, y, roots)
print y
print sum(y), " ", mean(y)
% Another precision than that of the program is what an array asks for, whatever the program has.
h = vec[scalar'half](1)
s = vec[scalar'single](1)
d = vec[scalar'double](1)
h[0] = 1/3
s[0] = 16777217
d[0] = 16777216. + 1
print h[0], " ", s[0] - 16777216, " ", d[0] - 16777216
% => 0.33333334 1.4142135 3.1415927
% => 1.6439346
% => 0.3488372 43 2.5714285
% => 1.1577954 0.33333334
% => [0.906094,1.3710834,1.8840777]
% => 4.161255 1.387085
% => 0.333251953125 0 0
