%! features: F324 F331
% Halves in registers, in memory, in device functions and kernels: 11 significant bits, integers up to 2048, infinite from 65520 on.
import "floattypes.q"
h : hvec2 = [0.1, 70000]
print h
% => [0.099975586,inf]
% Twice the half nearest to 0.1; three times it lies in the middle of two halves, of which the even one is 0.2998046875.
print h + h
% => [0.19995117,inf]
k : hvec2 = 3*h
print k
% => [0.2998047,inf]
k[1] = 2049
print k[1]
% => 2048
k += [1, 3]
print k
% => [1.2998047,2052]
print k < [1.3, 2052], max(k, [1.3, 0])
% => [1,0][1.3,2052]
% The bounds: of odd numbers above 2048 the even half; 65519 is the last that is not infinite; below 2^-25 there is zero.
numbers = [2047.0, 2048.0, 2049.0, 2050.0, 2051.0, -2049.0, 65504.0, 65519.0, 65520.0, -65519.0, -65520.0, 0.00000003, 0.00000002]
stored = vec[scalar'half](13)
stored[0..12] = numbers
print stored
% => [2047,2048,2048,2050,2052,-2048,65504,65504,inf,-65504,-inf,5.9604645e-08,0]
function y : hvec2 = __device__ both(a : hvec2, b : hvec2)
    t : hvec2 = a .* b
    y = t + a
end
function [] = __kernel__ pairs(x : mat[scalar'half]'unchecked, y : mat[scalar'half]'unchecked, r : mat[scalar'half]'unchecked, pos : int)
    a : hvec2 = x[pos, 0..1]
    b : hvec2 = y[pos, 0..1]
    r[pos, 0..1] = a + b
    r[pos, 2..3] = a - b
    r[pos, 4..5] = a .* b
    r[pos, 6..7] = both(a, b)
    r[pos, 8..9] = a ./ b
end
function [] = __kernel__ single(x : mat[scalar'half]'unchecked, y : mat[scalar'half]'unchecked, r : mat[scalar'half]'unchecked, t : vec[scalar'half]'unchecked, pos : int)
    for k = 0..1
        a = x[pos,k]
        b = y[pos,k]
        r[pos,k] = a + b
        r[pos,2+k] = a - b
        r[pos,4+k] = a*b
        t[2*pos+k] = a*b
        r[pos,6+k] = t[2*pos+k] + a
        r[pos,8+k] = a/b
    end
end
n = 90
x = mat[scalar'half](n,2)
y = mat[scalar'half](n,2)
for i = 0..n-1
    x[i,0] = 2049.0*(i - 40)
    x[i,1] = 0.1*i
    y[i,0] = 1.0 + 3*i
    y[i,1] = 1/(i + 3)
end
pairwise = mat[scalar'half](n,10)
singly = mat[scalar'half](n,10)
parallel_do(n, x, y, pairwise, pairs)
parallel_do(n, x, y, singly, vec[scalar'half](2*n), single)
for i = 0..n-1
    for j = 0..9
        assert(pairwise[i,j] == singly[i,j])
    end
end
% Row 41: a = 2048 (of 2049) and 4.1 (4.1015625), b = 124 and 1/44 (0.0227203369140625): the sums 2172 and 4.125 (of 4.124...).
print pairwise[41,0..5]
% => [2172,4.125,1924,4.078125,inf,0.09320068]
