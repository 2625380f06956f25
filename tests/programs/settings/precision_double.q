%! features: F328
%! flags: --precision=double
%! emits: cuda double* const y_data
%! tolerance: 1e-13
% The program of precision_single.q, built in double precision: nothing but the flag is another, and all digits are there.
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
% => 0.3333333333333333 1.4142135623730951 3.141592653589793
% => 1.6439345666815597
% => 0.3488372093023256 43 2.5714285714285716
% => 1.157795483074712 0.3333333333333333
% => [0.9060939428196817,1.371083459594309,1.8840778913446974]
% => 4.161255293758688 1.3870850979195628
% => 0.333251953125 0 1
