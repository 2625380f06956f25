%! features: F338 F350
%! environment: QC_EMU_DEVICES=2
% Nobody chooses: chains of launches that do not need each other go to two GPUs in turn, a launch goes to where most of its arrays are, and
% what it needs from the other GPU is copied across. The program is the same as for one GPU.
function [] = __kernel__ fill(x : vec'unchecked, value : scalar, pos : int)
    x[pos] = value*pos
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, z : vec'unchecked, pos : int)
    z[pos] = x[pos]+y[pos]
end
n = 16
a = zeros(n)
b = zeros(n)
c = zeros(n)
parallel_do(n, a, 2, fill)
parallel_do(n, b, 3, fill)
parallel_do(n, a, b, c, add)
parallel_do(n, c, b, c, add)
print a[15], " ", b[15], " ", c[15]
% => 30 45 120
%! trace: launch 5 on 0; launch 5 on 1; peer y 64 on 0; launch 8 on 0; launch 8 on 0
%! trace: out x 64 on 0; out y 64 on 1; out z 64 on 0
