%! features: F048
% A whole number where an int64 is wanted is the number that is written, in every place and base.
h : int64 = 1469598103934665603
print h
% => 1469598103934665603
h = -1469598103934665605
print h
% => -1469598103934665605
function y = given(b : int64 = 1469598103934665603)
    y = b
end
print given(), " ", given(9007199254740993), " ", given(-9007199254740993), " ", given(0xFFFFFFFF)
% => 1469598103934665603 9007199254740993 -9007199254740993 4294967295
c : int64 = h < 0 ? 1469598103934665603 : 0
d : int64 = 1469598103934665602 + 1
e : int64 = 3*(3000000000000000001 - 1000000000000000000) - 2
print c, " ", d, " ", e
% => 1469598103934665603 1469598103934665603 6000000000000000001
x : vec[int64] = [1469598103934665603, 5, -9007199254740993]
m : mat[int64] = [[1469598103934665603, 1], [2, 0xFFFFFFFF]]
print x, m[0,0], " ", m[1,1]
% => [1469598103934665603,5,-9007199254740993]1469598103934665603 4294967295
type part : class
    n : int64
end
p = part(n := 9007199254740993)
p.n += 0x80000000
print p.n
% => 9007201402224641
% In base 16, 8 and 2 all 32 bits count where 64 are wanted.
c = 0xFFFFFFFF
print c, " ", cast(0xEDB88320, int64), " ", cast(37777777777o, int64)
% => 4294967295 3988292384 4294967295
c = -0xFFFFFFFF
print c
% => -4294967295
u = vec[uint32](2)
u[0] = 0xEDB88320
u[1] += 0x80000000
w : vec[uint32] = [0xEDB88320, 1]
print u, w
% => [3988292384,2147483648][3988292384,1]
v : int64 = 5
print v*0x9E3779B9, " ", xor(v, 0xEDB88320), " ", 0x80000000 - v, " ", v == 0xFFFFFFFF
% => 13272178845 3988292389 2147483643 0
% By themselves and beside ints they are the int with these bits.
a = 0xFFFFFFFF
print a, " ", 0x80000000, " ", 5 + 0xFFFFFFFF, " ", and(0xFFFFFFFF, 255), " ", cast(0xFFFFFFFF, scalar)
% => -1 -2147483648 4 255 -1
% Kernels have the same numbers.
function [] = __kernel__ fill(x : vec[int64], u : vec[uint32], pos : int)
    h : int64 = 9007199254740993
    x[pos] = h + pos
    u[pos] = xor(x[pos] - h, 0xEDB88320)
end
parallel_do(2, x, u, fill)
print x, u
% => [9007199254740993,9007199254740994,-9007199254740993][3988292384,3988292385]
% Products, sums and differences with ints, too, where an int64 is wanted.
function [] = multiples(n : int)
    l = vec[int64](n)
    for i = 0..n-1
        l[i] = 3000000001*i
    end
    k : int64 = n + 9007199254740993*2 - n*n
    print l, k, " ", 3000000001*n
end
multiples(4)
% => [0,3000000001,6000000002,9000000003]18014398509481974 12000000000
