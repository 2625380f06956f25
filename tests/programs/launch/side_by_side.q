% Launches of two rows each, which leave threads without work: with more than two threads, launches that do not need each other run side by
% side. Whoever needs one gets what it would have without that. The exponential of s - s is 1, however often.
function y = __device__ one(start)
    y = start
    for k = 1..60000
        y = exp(y - y)
    end
end
function [] = __kernel__ settle(x : vec'unchecked, start : scalar, pos : int)
    x[pos] = one(start) + 1 + pos
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = y[pos] + x[pos]*one(2.0)
end
function [] = __kernel__ total(x : vec'unchecked, sum : vec'unchecked, pos : int)
    sum[pos] = one(3.0)*x[0]
end
a = zeros(2)
b = zeros(2)
parallel_do(2, a, 0.0, settle)
parallel_do(2, b, 7.0, settle)
print a, b
% => [2,3][2,3]
% A launch that reads what another one writes; one that writes what two read; both write the same.
c = zeros(2)
parallel_do(2, c, 1.0, settle)
parallel_do(2, c, a, add)
parallel_do(2, c, b, add)
parallel_do(2, c, 3.0, settle)
parallel_do(2, b, c, add)
print a, b, c
% => [4,6][4,6][6,9]
% The host reads and writes between launches; what only one row needs is read late.
d = [1.0, 1.0]
e = zeros(2)
parallel_do(2, d, e, add)
d[0] = 50
e[1] += 100
parallel_do(2, d, e, add)
print d, e
% => [50,1][51,102]
% Arrays that end before anybody has wanted them, and new ones in their place.
function y = used(n)
    y = 0
    for k = 1..n
        t = zeros(2)
        u = zeros(2)
        parallel_do(2, t, 5.0, settle)
        parallel_do(2, u, 5.0, settle)
        y += k*numel(t)*numel(u)/4
    end
end
print used(4)
% => 10
% More than two in a row, and what a launch with a result needs of them.
x0 = zeros(2)
x1 = zeros(2)
x2 = zeros(2)
x3 = zeros(2)
parallel_do(2, x0, 0.0, settle)
parallel_do(2, x1, 0.0, settle)
parallel_do(2, x2, 0.0, settle)
parallel_do(2, x3, 0.0, settle)
print sum(x0) + sum(x1) + sum(x2) + sum(x3)
% => 20
s = zeros(2)
parallel_do(2, x0, s, total)
parallel_do(2, x1, 9.0, settle)
x0[0] = 64
print s, x1
% => [2,2][2,3]
% A launch that fails comes at its place: what stands before it has happened.
function [] = __kernel__ fails(x : vec'checked, k : int, pos : int)
    x[pos + k] = 2*one(1.0)
end
f = zeros(2)
g = zeros(2)
try
    parallel_do(2, f, 0.0, settle)
    parallel_do(2, g, 1, fails)
    parallel_do(2, f, f, add)
catch error
    print error.message
end
% => index 2 of 'x' is outside its 2 elements
print f, g[1]
% => [2,3]2
