function [] = copy(to : vec, from : vec, bytes : int)
    {!extern library="libc.so.6"; prototype="void *memcpy(void *restrict to, const void *restrict from, size_t n)"}
end
function y = run(x : vec, source : vec, n : int)
    y = 0.0
    for k = 1..n
        x[0] = k
        before = x[0]
        copy(x, source, 4)
        y += before*10 + x[0]
        source[0] += 1
    end
end
x = zeros(4)
s = [100.0, 7, 8]
% sum of 10k + (99+k), k = 1..10: 550 + 990 + 55
print run(x, s, 10)
% => 1595
print x[0], " ", s[0]
% => 109 110
% An array in brackets is changed before it is read.
function y = literal(from : vec)
    w = [1.0, 2.0]
    copy(w, from, 8)
    y = w[0] + w[1]
end
print literal([40.0, 2.0])
% => 42
% Filled by C, and never by the program.
function y = filled(from : vec, n : int)
    u = zeros(n)
    copy(u, from, 4*n)
    y = sum(u.*u) + u[n-1]
end
print filled(linspace(1, 3, 3), 3)
% 1 + 4 + 9 + 3
% => 17
a = zeros(3)
b = a
copy(b, [5.0, 6.0, 7.0], 12)
print a
% => [5,6,7]
function y = doubled(v : vec)
    y = v*2
    copy(y, [9.0], 4)
end
print doubled([1.0, 2.0, 3.0])
% => [9,4,6]
