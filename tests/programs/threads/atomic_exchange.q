%! features: F311
% An exchange gives the old value: of all that was put into a place, everything comes out once, but what is left in it.
function [] = __kernel__ put(place : vec[int], out : vec[int], pos : int)
    old = (place[0] <- pos + 1)
    out[old] += 1
end
place = vec[int](1)
out = vec[int](1001)
parallel_do(1000, place, out, put)
out[place[0]] += 1
print min(out), " ", max(out)
% => 1 1
% A list is made of exchanges of its head: every thread is in it once.
function [] = __kernel__ push(head : vec[int], next : vec[int], pos : int)
    next[pos] = (head[0] <- pos)
end
head = vec[int](1)
head[0] = -1
next = vec[int](500)
parallel_do(500, head, next, push)
at = head[0]
n = 0
total = 0
while at >= 0
    n += 1
    total += at
    at = next[at]
end
print n, " ", total
% => 500 124750
% Scalars, complex numbers and shared memory.
function [] = __kernel__ others(x : vec, z : cvec, y : vec, pos : int)
    s = shared(1)
    s[0] = 4
    y[0] = (x[0] <- 2.5)
    y[1] = imag(z[0] <- 5i)
    y[2] = (s[0] <- 8)
    y[3] = s[0]
end
x = [1.5]
z = [2+3i]
y = zeros(4)
parallel_do([[1,1],[1,1]], x, z, y, others)
print x, z, y
% => [2.5][0+5i][1.5,3,4,8]
