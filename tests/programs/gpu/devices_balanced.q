%! features: F342
%! environment: QC_EMU_DEVICES=2
% Work is given to the GPU where it begins first: beside one long launch many short ones go to the other GPU; what needs the result of the long
% one goes behind it, since waiting for it elsewhere gains nothing.
function [] = __kernel__ short(x : vec'unchecked, pos : int)
    x[pos] += 1
end
function [] = __kernel__ long(x : vec'unchecked, pos : int)
    for k = 1..4000
        x[pos] += 1
    end
end
n = 256
a = zeros(n)
b = zeros(n)
c = zeros(n)
d = zeros(n)
parallel_do(n, a, long)
parallel_do(n, b, short)
parallel_do(n, c, short)
parallel_do(n, d, short)
parallel_do(n, a, short)
print a[9], " ", b[9], " ", c[9], " ", d[9]
% => 4001 1 1 1
%! trace: zeros x 1024 on 0; launch 8 on 0
%! trace: zeros x 1024 on 1; launch 5 on 1; zeros x 1024 on 1; launch 5 on 1; zeros x 1024 on 1; launch 5 on 1
%! trace: launch 5 on 0
%! trace: out x 1024 on 0; out x 1024 on 1; out x 1024 on 1; out x 1024 on 1
