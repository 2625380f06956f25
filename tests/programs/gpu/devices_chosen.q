%! features: F339 F340
%! environment: QC_EMU_DEVICES=2
% The program says which of two GPUs runs a launch, also by an expression, until it says something else. A number beyond the last GPU counts
% round.
function [] = __kernel__ add(x : vec'unchecked, by : scalar, pos : int)
    x[pos] += by
end
n = 8
a = zeros(n)
b = zeros(n)
{!sched gpu_index=1}
parallel_do(n, a, 1, add)
for k = 0..3
    {!sched gpu_index=mod(k,2)}
    parallel_do(n, b, k, add)
end
{!sched gpu_index=2}
parallel_do(n, a, 5, add)
print a[0], " ", b[7]
% => 6 6
%! trace: zeros x 32 on 1; launch 5 on 1
%! trace: zeros x 32 on 0; launch 5 on 0; peer x 32 on 1; launch 5 on 1; peer x 32 on 0; launch 5 on 0; peer x 32 on 1; launch 5 on 1
%! trace: peer x 32 on 0; launch 5 on 0; out x 32 on 0; out x 32 on 1
