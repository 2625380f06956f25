%! features: F265
%! emits: cuda float* const y_all = (float*)(q_shared_memory + 0 * team.threads);
%! emits: cuda q_shuffle_total(0xffffffffu, y, 0.0f,
%! emits: cuda q_atomic_total(y, 0.0f,
% The algorithm that an attribute asks for changes how a sum is made, not what it is: each is 0 + 2 + ... + 2(n-1) = n(n-1).
function y = __kernel__ by_default(x : vec, pos : int)
    {!kernel_accumulator name=y; algorithm="default"}
    y += 2*x[pos]
end
function y = __kernel__ by_shared(x : vec, pos : int)
    {!kernel_accumulator name=y; algorithm="sharedmemory"}
    y += 2*x[pos]
end
function y = __kernel__ by_shuffle(x : vec, pos : int)
    {!kernel_accumulator name=y; algorithm="warpshuffle"}
    y += 2*x[pos]
end
function y = __kernel__ by_atomic(x : vec, pos : int)
    {!kernel_accumulator name=y; algorithm="atomicop"}
    y += 2*x[pos]
end
function [] = main(n : int = 300)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i
    end
    print parallel_do(n, x, by_default), " ", parallel_do(n, x, by_shared)
    % => 89700 89700
    print parallel_do(n, x, by_shuffle), " ", parallel_do(n, x, by_atomic)
    % => 89700 89700
end
