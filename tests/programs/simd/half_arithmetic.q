%! features: F325
%! emits: cuda mul.rn.f16x2
%! emits: cuda add.rn.f16x2
%! emits: cuda q_add_f16(q_mul_f16(word, word_2), word)
%! omits: cuda fmaf(
% Two `hvec2` compute in halves, as a GPU does two at once: each operation rounds its result to 11 significant bits, and what is more than
% 65519 is infinite. What is not accelerated, an `hvec2` with a number and vectors of other lengths, computes in the precision of the program.
import "floattypes.q"
function [] = __kernel__ fused(x : mat[scalar'half]'unchecked, y : mat[scalar'half]'unchecked, r : mat[scalar'half]'unchecked, pos : int)
    a : hvec2 = x[pos,0..1]
    b : hvec2 = y[pos,0..1]
    r[pos,0..1] = a.*b + a
end
function [] = __kernel__ chained(x : mat[scalar'half]'unchecked, y : mat[scalar'half]'unchecked, r : mat[scalar]'unchecked, pos : int)
    a : hvec2 = x[pos,0..1]
    b : hvec2 = y[pos,0..1]
    product = a.*b
    r[pos,0..1] = product - a
    r[pos,2..3] = (a + b) - b
    r[pos,4..5] = a./b
end
x = mat[scalar'half](4,2)
y = mat[scalar'half](4,2)
x[0,0..1] = [1.5, -2]
y[0,0..1] = [2, 0.25]
% 1 + 2^-10 times itself is 1 + 2^-9 + 2^-20, of which a half keeps 1 + 2^-9 = 1.001953125.
x[1,0..1] = [1.0009765625, -1.0009765625]
y[1,0..1] = [1.0009765625, 1.0009765625]
% 90000 is infinite; of 2048 + 1 the even half remains.
x[2,0..1] = [300, 2048]
y[2,0..1] = [300, 1]
% A product of 2^-14 and 0.25 has fewer bits than a normal half: 3*2^-24*0.5 is 1.5 units of the last place, rounded to even 2*2^-24.
x[3,0..1] = [0.00006103515625, 0.00000017881393432617188]
y[3,0..1] = [0.25, 0.5]
r = mat[scalar'half](4,2)
parallel_do(4, x, y, r, fused)
% Row 1: 1.001953125 + 1.0009765625 = 2.0029296875, in the middle of halves that are 2^-9 apart: 2.00390625 is the even one.
print r[0,:], r[1,:] - [2,-2], r[2,:]
% => [4.5,-2.5][0.00390625,-0.00390625][inf,4096]
% 2^-16 + 2^-14; (2 + 3)*2^-24.
print r[3,0]*65536, " ", r[3,1]*16777216
% => 5 5
s = zeros(4,6)
parallel_do(4, x, y, s, chained)
print s[0,:]
% => [1.5,1.5,1.5,-2,0.75,-8]
% The product without a is 2^-10 (in single precision it would be more), of the sum 2.001953125 is kept.
print s[1,0..3]
% => [0.0009765625,-0.0009765625,1.0009766,-1.0009766]
print s[2,:]
% => [inf,0,300,2047,1,2048]
% A third of 1 in halves is 0.333251953125.
one : hvec2 = [1, 1]
three : hvec2 = [3, 7]
print one./three, (one./three).*three
% => [0.33325195,0.14282227][1,1]
% In host code as in kernels; the type of the result is that of the operands.
h : hvec2 = [1.0009765625, 300]
square = h.*h
print square - h, h.*h - h
% => [0.0009765625,inf][0.0009765625,inf]
h += h
print h
% => [2.0019531,600]
% With a number, and three at once: in the precision of the program.
t : hvec2 = [0.1, 0.1]
print 3*t, t.*t - 0.01
% 0.0999755859375: three times it; its square rounded to a half is 0.0099945068359375 (of 0.009995117...), without 0.01.
% => [0.29992676,0.29992676][-5.4929405e-06,-5.4929405e-06]
w = vec[scalar'half](3)
w[:] = 300
print w.*w - w
% => [89700,89700,89700]
