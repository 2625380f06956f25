%! features: F048
% uint32 and the 64-bit elements compute in 64-bit int.
x = vec[uint32](1)
x[0] = 2147483647
print x[0] + x[0]
% => 4294967294
y = vec[int64](2)
y[0] = 2147483647
y[1] = y[0]*4
print y[1]
% => 8589934588
z = vec[uint64](1)
z[0] = 5
print z[0] + 1
% => 6
% Lists for such elements have the numbers that are written.
v : vec[int64] = [3000000001, -9007199254740991, 5, 2.7]
print v, v[1] - 1
% => [3000000001,-9007199254740991,5,3]-9007199254740992
m : mat[int64] = [[1, 16777217], [3000000001, 4]]
print m
% => [[1,16777217],
% =>  [3000000001,4]]
