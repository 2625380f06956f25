%! features: F302 F308
%! emits: cuda q_unchanged(a_unchanged, a_data,
% An array that the same launch writes under another name is no constant for it: each position reads what it has just written.
function [] = __kernel__ same(y : vec, c : vec'hwconst, pos : int)
    y[pos] = 5
    y[pos] = c[pos] + 1
end
function [] = __kernel__ read(y : vec, a : vec'hwtex_const, pos : int)
    y[pos] = 7
    y[pos] = a[pos] + 1
end
function [] = __kernel__ texture(y : vec, t : vec'hwtex_nearest, pos : int)
    y[pos] = 9
    y[pos] = t[pos] + 1
end
x = ones(3)
y = zeros(3)
parallel_do(3, x, x, same)
print x
% => [6,6,6]
parallel_do(3, y, x, same)
print y
% => [7,7,7]
parallel_do(3, x, x, read)
print x
% => [8,8,8]
parallel_do(3, y, x, read)
print y
% => [9,9,9]
parallel_do(3, x, x, texture)
print x
% => [10,10,10]
parallel_do(3, y, x, texture)
print y
% => [11,11,11]
