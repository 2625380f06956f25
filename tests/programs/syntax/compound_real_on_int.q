%! features: F027 F309
% An update of an int by a real number is computed in real numbers, as `a[i] = a[i] op v` is, and converted when it is stored:
% elements of type int are cut off, storage integers round and saturate.
function [] = __kernel__ scale(a : vec[int], b : vec[uint8], pos : int)
    a[pos] *= 0.5
    b[pos] *= 0.5
end
function [] = __kernel__ gather(a : vec[int], pos : int)
    a[0] /= 2
    a[1] += 1.75
    a[2] ^^= 2.5
end
type counter : class
    n : int
end

a = vec[int](6)
a[:] = 7
a[1] *= 0.5
a[2] /= 2
a[3] -= 2.6
a[4] .^= 0.5
a[5] += 2.0
print a
% => [7,3,3,4,2,9]
v = (a[0] *= 0.3)
print v
% => 2

b = vec[uint8](6)
b[:] = 7
b[1] *= 0.5
b[2] /= 2
b[3] -= 2.6
b[4] *= 99.5
b[5] -= 9.5
print b
% => [7,4,4,4,255,0]

c = vec[int](4)
c[:] = 9
c[0..1] *= 0.25
c[c > 8] /= 2
print c
% => [2,2,4,4]

d = counter(n:=7)
d.n *= 0.5
print d.n
% => 3
d.n /= 2
print d.n
% => 1
e = vec[counter](2)
e[1].n = 7
e[1].n *= 0.5
print e[0].n, e[1].n
% => 03

a[:] = 7
b[:] = 7
parallel_do(6, a, b, scale)
print a
% => [3,3,3,3,3,3]
print b
% => [4,4,4,4,4,4]

% Positions that meet at one element: 64 halves, 64 times one more than a fraction is cut off, a maximum.
a = vec[int](3)
a[0] = 1000000
parallel_do(64, a, gather)
print a
% => [0,64,2]

% In a loop: each iteration its own element.
f = vec[int](1000)
for i = 0..999
    f[i] = i
end
for i = 0..999
    f[i] *= 0.5
end
print sum(f), " ", f[999]
% => 249500 499
