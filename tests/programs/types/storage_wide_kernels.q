%! features: F048
%! emits: cuda long long
% Kernels, loops and totals compute elements of 64 bits in 64 bits.
function [] = __kernel__ square(x : vec[int64], y : vec[int64], pos : int)
    y[pos] = x[pos]*x[pos] + pos
end
function [] = __kernel__ gather(x : vec[int64], s : vec[int64], pos : int)
    s[0] += x[pos]
    s[1] ^^= x[pos]
    s[2] __= -x[pos]
end
function [] = __kernel__ branch(x : vec[int64], y : vec[int], limit : int, pos : int)
    if mod(x[pos], 1000000) > limit && x[pos] != 3000000060
        y[pos] = int(x[pos] - 3000000000)
    else
        y[pos] = -1
    end
end
n = 100
x = vec[int64](n)
for i = 0..n-1
    x[i] = i
    x[i] += 3000000000
end
print x[0], " ", x[99]
% => 3000000000 3000000099
y = vec[int64](n)
parallel_do(n, x, y, square)
% 3000000000^2 and 3000000099^2 + 99.
print y[0], " ", y[99]
% => 9000000000000000000 9000000594000009900
s = vec[int64](3)
parallel_do(n, x, s, gather)
print s
% => [300000004950,3000000099,-3000000099]
z = vec[int](n)
parallel_do(n, x, z, 57, branch)
print z[56..61]
% => [-1,-1,58,59,-1,61]
t = 0
count = 0
for i = 0..n-1
    t += x[i]
    if x[i] > 3000000049
        count += 1
    end
end
print t, " ", count
% => 300000004950 50
u = vec[uint32](n)
for i = 0..n-1
    u[i] = x[i] + 1
end
print u[99], " ", sum(u), " ", max(u), " ", min(u), " ", u[3]*u[4]
% => 3000000100 300000005050 3000000100 3000000001 9000000027000000020
total = vec[uint64](1)
parallel_do(n, total, u, __kernel__ (total : vec[uint64], u : vec[uint32], pos : int) -> total[0] += u[pos]*1000)
print total
% => [300000005050000]
% A checksum as C has it with unsigned numbers of 32 bits.
function y = hash(x : vec[uint32])
    y = 5381
    for i = 0..numel(x)-1
        y = mod(y*33 + x[i], 4294967296)
    end
end
print hash(u)
% => 2721868415
% Expressions of whole arrays, and slices.
w = vec[int64](n)
w[:] = x*2 - x
print sum(w == x), " ", sum(x[0..9]), " ", int(x - 3000000000)[97..99]
% => 100 30000000045 [97,98,99]
% Vectors in registers, outputs that all positions share, updates by exchange.
function [least : int64, count] = __kernel__ small(x : vec[int64], y : vec[int64], u : vec[uint32], pos : int)
    v = [x[pos],x[pos]+1,7]
    part = vec[int64](2)
    part[mod(pos, 2)] = x[pos]
    y[pos] = sum(v .* 2) + max(v) - part[1] + part[0]
    u[pos] = y[pos]
    least __= -x[pos]
    count += 1
end
[least, count] = parallel_do(n, x, y, u, small)
% 2*(3000000000 + 3000000001 + 7) + 3000000001 + 3000000000, and 2*(3000000001 + 3000000002 + 7) + 3000000002 - 3000000001.
print y[0], " ", y[1], " ", u[0], " ", least, " ", count
% => 18000000017 12000000021 4294967295 -3000000099 100
function [] = __kernel__ halve(q : vec[int64], pos : int)
    q[0] *= 1.5
    q[1] = q[1]
end
q = vec[int64](2)
q[0] = 4096000000
parallel_do(3, q, halve)
print q[0]
% => 13824000000
