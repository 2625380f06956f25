%! features: F048
%! raises: the value 3000000000 does not fit an int line 31
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
% What fits an int is computed as one.
z = vec[uint32](3)
z[:] = 7
print z + z, " ", sum(z), " ", max(z)
% => [14,14,14] 21 7
% What does not fit is an error, not another number.
print x + 1
