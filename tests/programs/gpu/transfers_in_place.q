%! features: F295
% Updates of one array in many launches, which two names refer to: it goes once and comes back once.
function [] = __kernel__ step(x : vec'unchecked, by : scalar, pos : int)
    x[pos] = x[pos]*by + 1
end
n = 16
x = zeros(n)
also_x = x
for k = 1..3
    parallel_do(n, x, 2, step)
    parallel_do(n, also_x, 3, step)
end
% 1, 4; 9, 28; 57, 172
print x[9]
% => 172
%! trace: zeros x 64; launch 3; launch 3; launch 3; launch 3; launch 3; launch 3; out x 64
