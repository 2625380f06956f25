% Functions of a type: its extremes, arrays of it, conversions to it.
print maxvalue(uint8), " ", minvalue(uint8), " ", maxvalue(int8), " ", minvalue(int8)
% => 255 0 127 -128
print maxvalue(int16), " ", minvalue(int16), " ", maxvalue(uint16), " ", maxvalue(int), " ", minvalue(int)
% => 32767 -32768 65535 2147483647 -2147483648
% 2^32 - 1 in single precision is 2^32.
print maxvalue(uint32) == 2.0^32, " ", minvalue(int64) == -(2.0^63)
% => 1 1
% (2 - 2^-23) 2^127.
print maxvalue(scalar) == (2 - 2.0^-23) * 2.0^127, " ", minvalue(scalar) == -maxvalue(scalar)
% => 1 1
x = uninit_T(uint8, 2, 3)
x[:,:] = 300
print size(x), " ", x[1,2]
% => [2,3] 255
print numel(uninit_T(cscalar, 4)), " ", iscomplex(uninit_T(cscalar, 4))
% => 4 1
print cast(2.7, int), " ", cast(-2.7, int), " ", cast(3, scalar)/2, " ", cast(2, cscalar)
% => 2 -2 1.5 2+0i
print cast([2.7, -1, 300], uint8), cast([1, 2], cscalar)
% => [3,0,255][1+0i,2+0i]
b = cast([250.4, 7.5], uint8)
b[0] += 100
print b
% => [255,8]
function [] = __kernel__ inside(y : vec, pos : int)
    y[pos] = maxvalue(uint8) + minvalue(int8) + cast(pos + 0.9, int)
end
y = zeros(3)
parallel_do(3, y, inside)
print y
% => [127,128,129]
o = struct()
o.a = 2
print o.a
% => 2
