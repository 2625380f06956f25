%! features: F164
%! tolerance: 1e-5
% d/dx (sin(x^4) + 2) = 4 cos(x^4) x^3. At 0: 0. At 0.5: 4 cos(0.0625) / 8 = 0.5 * 0.99804751. At 2: 32 cos(16).
reduction (x : scalar, a : scalar) -> diff(a, x) = 0
reduction (x : scalar, a : int) -> diff(x^a,x) = a*x^(a-1)
reduction (x, y, z : scalar) -> diff(x + y, z) = diff(x, z) + diff(y, z)
reduction (x : scalar, y : scalar) -> diff(x, y) = 0
reduction (x, y : scalar) -> diff(sin(x),y) = cos(x) * diff(x, y)
f = x -> diff(sin(x^4)+2,x)
print f(0.0)
% => 0
print f(0.5)
% => 0.49902376
print f(2.0)
% 32 * cos(16) = 32 * -0.95765948
% => -30.645103
