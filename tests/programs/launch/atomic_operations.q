% One part of a feature of the inventory.
% All 13 operations, each from 1000 threads, on int where the order does not matter.
n = 1000
a = vec[int](8)
a[1] = 2000
a[3] = -1
a[5] = 5
a[6] = -100000
a[7] = 100000
function [] = __kernel__ k(a : vec[int], pos : int)
    a[0] += 2
    a[1] -= 1
    a[2] |= 2^mod(pos,5)
    a[3] &= -9
    a[4] ~= 1
    a[5] *= 1
    a[6] ^^= pos
    a[7] __= pos
end
parallel_do(n, a, k)
print a
% => [2000,1000,31,-9,0,5,999,0]
s = [1.0,1.0,64.0,2.0,2.0]
function [] = __kernel__ f(s : vec, pos : int)
    s[0] += 0.5
    s[1] .*= 2
    s[2] ./= 2
    s[3] ^= 2
    s[4] .^= 2
end
parallel_do(3, s, f)
% 1+1.5, 2^3, 64/8, 2^8 twice
print s
% => [2.5,8,8,256,256]
