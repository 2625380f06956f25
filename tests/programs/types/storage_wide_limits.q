%! features: F048
%! raises: the value 3000000000 does not fit an int line 39
% Elements of 64 bits keep what no int can hold: a scalar is rounded to the nearest, halves away from zero, and what is below the
% least uint64 is 0.
x = vec[int64](6)
x[0] = 3000000000
x[1] = -4294967296
x[2] = 2.5
x[3] = -2.5
x[4] = 2.0^40
x[5] = -7
print x
% => [3000000000,-4294967296,3,-3,1099511627776,-7]
y = vec[uint64](4)
y[0] = -5
y[1] = -0.7
y[2] = 2.5
y[3] = 2.0^40
print y
% => [0,0,3,1099511627776]
% Kernels store them too.
parallel_do(4, y, __kernel__ (y : vec[uint64], pos : int) -> y[pos] = 2.0^33*(pos - 1))
print y
% => [0,0,8589934592,17179869184]
% Elements of more than 32 bits are computed as integers of 64 bits.
z = vec[uint32](3)
z[:] = 7
print z + z, " ", sum(z), " ", max(z), " ", x + 1
% => [14,14,14] 21 7 [3000000001,-4294967295,4,-2,1099511627777,-6]
% Of an uint64 above them there is no such integer: that is an error, not another number.
y[0] = 2.0^63
try
    print y[0] + 1
catch ex
    print ex
end
% => the value 9.223372036854776e+18 does not fit an int64
% An int that does not hold the value is one, too.
print int(x + 0)
