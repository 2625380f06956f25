%! features: F005
print abs(3+4i)
% => 5
print 1+2i
% => 1+2i
% (1+2i)(3-1j) = 3 - i + 6i + 2 = 5+5i
print (1+2i)*(3-1j)
% => 5+5i
z = 1.5j
print real(z), " ", imag(z)
% => 0 1.5
