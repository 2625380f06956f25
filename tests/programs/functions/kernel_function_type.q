% A kernel as an argument, with its type.
function [] = run(k : [__kernel__ (vec, int) -> ()], x)
    parallel_do(numel(x), x, k)
end
function [] = __kernel__ count(x : vec, pos : int)
    x[pos] = pos
end
x = zeros(3)
run(count, x)
print x
% => [0,1,2]
function y = total(f : [__device__ () -> scalar], n)
    y = n*f()
end
print total(__device__ () -> 2.5, 4)
% => 10
