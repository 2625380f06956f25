%! features: F295
%! environment: QC_EMU_MEMORY=3500
% Memory for three arrays of four: the one that was not used for the longest time makes room. Its elements come home if they are nowhere else.
function [] = __kernel__ fill(x : vec'unchecked, value : scalar, pos : int)
    x[pos] = value+pos
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] += x[pos]
end
n = 256
a = zeros(n)
b = zeros(n)
c = zeros(n)
d = zeros(n)
parallel_do(n, a, 1, fill)
parallel_do(n, b, 2, fill)
parallel_do(n, c, 3, fill)
parallel_do(n, a, b, add)
parallel_do(n, d, 4, fill)
parallel_do(n, c, d, add)
print a[1], " ", b[1], " ", c[255], " ", d[255]
% => 2 5 258 517
%! trace: launch 4; launch 4; launch 4; launch 7
%! trace: out x 1024; evict x 1024 copied; launch 4
%! trace: out x 1024; evict x 1024 copied; in x 1024; launch 7
%! trace: out y 1024; out y 1024
