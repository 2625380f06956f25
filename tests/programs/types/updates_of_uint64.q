% Updates of elements of uint64 saturate at 0, as what is stored there does, in kernels as on the host.
function [] = __kernel__ by_position(x : vec[uint64], pos : int)
    x[pos] += 1 - pos
end
function [] = __kernel__ lower(x : vec[uint64], pos : int)
    x[0] -= pos
    x[1] -= 1
    x[2] += -1
    x[3] += 1
    x[4] __= -1
    x[5] |= pos - 100
    x[6] *= -2
    x[7] ^^= 7
end
x = ones(4)
k = vec[uint64](4)
k[:] = x
h = vec[uint64](4)
h[:] = x
parallel_do(4, k, by_position)
for i = 0..3
    h[i] += 1 - i
end
% 1+1, 1+0, 1-1, and 1-2, which is below 0.
print k, " ", h
% => [2,1,0,0] [2,1,0,0]
k = vec[uint64](8)
k[:] = 3
k[4] = 9
parallel_do(8, k, lower)
% 3-(0+..+7), 3-8, 3-8, 3+8, the least of 9 and -1, bits with a sign, 3*(-2), 7.
print k
% => [0,0,0,11,0,0,0,7]
function [] = __kernel__ value_of(x : vec[uint64], y : vec[int], pos : int)
    x[pos] -= 2
    y[pos] = int(x[pos]) + 10
end
k = vec[uint64](4)
k[:] = 0..3
y = vec[int](4)
parallel_do(4, k, y, value_of)
print k, " ", y
% => [0,0,0,1] [10,10,10,11]
% Sums of many positions that stay above 0.
k = vec[uint64](1)
k[0] = 5000000000
parallel_do(1000, k, __kernel__ (k : vec[uint64], pos : int) -> k[0] -= pos)
print k
% => [4999500500]
