% Elementary functions of complex numbers: values from their definitions, in scalars, arrays and kernels.
function y = near(a : cscalar, re : scalar, im : scalar)
    y = abs(a - complex(re, im)) <= 2e-6 * (1 + abs(a))
end
% Square roots by hand: (2+i)^2 = 3+4i, (1+2i)^2 = -3+4i, (1-2i)^2 = -3-4i, (2i)^2 = -4.
print sqrt(3+4i), " ", sqrt(-3+4i), " ", sqrt(-3-4i), " ", sqrt(-4+0i), " ", sqrt(0i), " ", sqrt(9+0i)
% => 2+1i 1+2i 1-2i 0+2i 0+0i 3+0i
% 1 / (2+i) = (2-i) / 5
print near(rsqrt(3+4i), 0.4, -0.2)
% => 1
% e^(x+iy) = e^x (cos y + i sin y)
print exp(0i), " ", near(exp(1+2i), exp(1)*cos(2), exp(1)*sin(2)), " ", near(exp(1i*pi), -1, 0)
% => 1+0i 1 1
print near(exp2(3+0i), 8, 0), " ", near(exp2(1+1i), 2*cos(log(2)), 2*sin(log(2)))
% => 1 1
% log z = log |z| + i arg z
print log(1+0i), " ", near(log(3+4i), log(5), atan2(4,3)), " ", near(log(-1+0i), 0, pi), " ", near(log(-1i), 0, -pi/2)
% => 0+0i 1 1 1
print near(log2(8+0i), 3, 0), " ", near(log10(-100+0i), 2, pi/log(10))
% => 1 1
% sin(x+iy) = sin x cosh y + i cos x sinh y, cos(x+iy) = cos x cosh y - i sin x sinh y
print near(sin(1+2i), sin(1)*cosh(2), cos(1)*sinh(2)), " ", near(cos(1+2i), cos(1)*cosh(2), -sin(1)*sinh(2))
% => 1 1
% sinh z = -i sin(iz), cosh z = cos(iz)
print near(sinh(1+2i), sinh(1)*cos(2), cosh(1)*sin(2)), " ", near(cosh(1+2i), cosh(1)*cos(2), sinh(1)*sin(2))
% => 1 1
% tan z = (sin 2x + i sinh 2y) / (cos 2x + cosh 2y); far from the real axis it is i.
d = cos(2) + cosh(1)
print near(tan(1+0.5i), sin(2)/d, sinh(1)/d), " ", near(tan(0.3+50i), 0, 1), " ", near(tan(0.3-50i), 0, -1)
% => 1 1 1
d = cosh(1) + cos(2)
print near(tanh(0.5+1i), sinh(1)/d, sin(2)/d), " ", near(tanh(50+0.3i), 1, 0), " ", near(tanh(-50+0.3i), -1, 0)
% => 1 1 1
% Powers: (1+2i)^2 = -3+4i, i^i = e^(-pi/2), 2^i = cos log 2 + i sin log 2, (-8)^(1/3) = 1 + sqrt(3) i
print near((1+2i)^2, -3, 4), " ", near(1i^1i, exp(-pi/2), 0), " ", near(2^1i, cos(log(2)), sin(log(2)))
% => 1 1 1
print near(pow(-8+0i, 1/3), 1, sqrt(3)), " ", near((1+2i)^(-1), 0.2, -0.4), " ", (1+2i)^0, " ", (0i)^2, " ", (0i)^0
% => 1 1 1+0i 0+0i 1+0i
% Parts
print abs(3+4i), " ", near(angle(1i), pi/2, 0), " ", conj(3+4i), " ", real(3+4i), " ", imag(3+4i)
% => 5 1 3-4i 3 4

% Arrays, element by element; and the same in a kernel.
z = complex([1.0,-1,0.5,-2], [2.0,0.25,-1,-3])
function w = together(z : cscalar)
    w = sqrt(z) + exp(z) * log(z) - sin(z) / cos(z) + sinh(z) - cosh(z) * tanh(z) + z^(0.5+1i) + conj(tan(z)) + rsqrt(z)
end
a = sqrt(z) + exp(z) .* log(z) - sin(z) ./ cos(z) + sinh(z) - cosh(z) .* tanh(z) + z.^(0.5+1i) + conj(tan(z)) + rsqrt(z)
b = czeros(4)
for k = 0..3
    b[k] = together(z[k])
end
c = czeros(4)
function [] = __kernel__ each(z : cvec, c : cvec, pos : int)
    c[pos] = sqrt(z[pos]) + exp(z[pos]) * log(z[pos]) - sin(z[pos]) / cos(z[pos]) + sinh(z[pos]) - cosh(z[pos]) * tanh(z[pos]) + z[pos]^(0.5+1i) + conj(tan(z[pos])) + rsqrt(z[pos])
end
parallel_do(4, z, c, each)
print max(abs(a - b)) < 1e-5, " ", max(abs(a - c)) < 1e-5
% => 1 1
% Roots squared and exponentials of logarithms give the numbers back; cos^2 + sin^2 = cosh^2 - sinh^2 = 1.
print max(abs(sqrt(z).*sqrt(z) - z)) < 1e-5, " ", max(abs(exp(log(z)) - z)) < 1e-5
% => 1 1
print max(abs(cos(z).*cos(z) + sin(z).*sin(z) - 1)) < 1e-3, " ", max(abs(cosh(z).*cosh(z) - sinh(z).*sinh(z) - 1)) < 1e-4
% => 1 1
print angle(z)[0] == atan2(2, 1), " ", abs(z)[2] == sqrt(1.25), " ", real(z)[3], " ", imag(conj(z))[3]
% => 1 1 -2 3
