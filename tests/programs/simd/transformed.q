%! features: F326
%! reports: kernels on GPUs a thread takes 2 positions at once
%! reports: kernels on GPUs a thread takes one position, because its positions add up results
%! reports: kernels on GPUs a thread takes one position, because its arrays have neither halves nor integers of 8 or 16 bits
%! reports: kernels on GPUs a thread takes one position, because positions end before others
%! reports: kernels not done on GPUs, because the condition is not known
%! emits: cuda first += 2 * Q_STRIDE(x)
%! emits: cuda add.rn.f16x2
% What the transform does not change: branches, loops of different length, writes outside, results of positions, vectors of vectors.
function [] = __kernel__ halves(x : vec[scalar'half]'unchecked, y : vec[scalar'half]'unchecked, z : vec[scalar'half]'unchecked, pos : int)
    {!kernel_transform enable="simdprocessing"}
    z[pos] = x[pos] + y[pos]
end
x = vec[scalar'half](77)
y = vec[scalar'half](77)
z = vec[scalar'half](77)
for k = 0..76
    x[k] = 0.1*k
    y[k] = 1000.0*(k - 40)
end
parallel_do(77, x, y, z, halves)
for k = 0..76
    y[k] = x[k] + y[k]
end
assert(y == z)
% Each position goes its own way: 0 to 3 rounds, two ways, an element that may lie outside.
function [] = __kernel__ ways(a : vec[uint8], b : vec[uint8]'safe, offset : int, pos : int)
    {!kernel_transform enable="simdprocessing"}
    s = 0
    for k = 1..mod(pos, 4)
        s += a[pos + k]
        if s > 200
            break
        end
    end
    if a[pos] > 100
        s = s - a[pos]
    else
        s = s + offset
    end
    offset = offset + s
    b[pos + 1] = offset
end
function [] = __kernel__ ways_plain(a : vec[uint8], b : vec[uint8]'safe, offset : int, pos : int)
    s = 0
    for k = 1..mod(pos, 4)
        s += a[pos + k]
        if s > 200
            break
        end
    end
    if a[pos] > 100
        s = s - a[pos]
    else
        s = s + offset
    end
    offset = offset + s
    b[pos + 1] = offset
end
for n = 1..19
    a = vec[uint8](n)
    for k = 0..n-1
        a[k] = mod(91*k + 7, 256)
    end
    b = vec[uint8](n)
    c = vec[uint8](n)
    parallel_do(n, a, b, 3, ways)
    parallel_do(n, a, c, 3, ways_plain)
    assert(b == c)
end
% Positions 0, 1 and 2 of 7, 98 and 189: 0 + 3 + 3; 189 + 3 + 3; 24 + 115 - 189 + 3 = -47.
print b[0..3]
% => [0,6,195,0]
function [total : int] = __kernel__ counted(a : vec[uint8], pos : int)
    {!kernel_transform enable="simdprocessing"}
    total += a[pos] > 100
end
print parallel_do(6, a, counted)
% => 3
function [] = __kernel__ wide(a : vec, pos : int)
    {!kernel_transform enable="simdprocessing"}
    a[pos] += 1
end
w = ones(5)
parallel_do(5, w, wide)
print w
% => [2,2,2,2,2]
function [] = __kernel__ leaving(a : vec[uint8], pos : int)
    {!kernel_transform enable="simdprocessing"}
    if a[pos] > 100
        return
    end
    a[pos] = 1
end
parallel_do(6, a, leaving)
print a[0..5]
% => [1,1,189,1,115,206]
function [] = __kernel__ conditional(a : vec[uint8], n : int, pos : int)
    if n > 3
        {!kernel_transform enable="simdprocessing"}
    end
    a[pos] = n
end
parallel_do(2, a, 4, conditional)
print a[0..1]
% => [4,4]
% An error of one position ends the launch, as ever.
function [] = __kernel__ outside(a : vec[uint8], b : vec[uint8]'checked, pos : int)
    {!kernel_transform enable="simdprocessing"}
    b[pos] = a[pos] + 1
end
try
    parallel_do(19, a, vec[uint8](7), outside)
    print "not raised"
catch ex
    print "raised"
end
% => raised
