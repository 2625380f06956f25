% Barriers and strategies that the program cannot have.
function [] = __kernel__ shifted(x : vec'circular, y : vec, pos : int)
    y[pos] = x[pos + 1]
end
function y = apart(x : vec)
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, z, shifted)
    {!kernel_fusion barrier}                    %~ W0623 this barrier of kernel fusion keeps nothing apart
    parallel_do(numel(x), z, y, shifted)
end
function y = forced(x : vec)
    {!kernel_fusion strategy="manual"}
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, z, shifted)
    parallel_do(numel(x), z, y, shifted)        %~ W0624 `shifted` and `shifted` are not fused
end
{!kernel_fusion barrier}                        %~ W0623 keeps nothing apart
print apart(ones(4))
print forced(ones(4))
%! features: F254 F255
