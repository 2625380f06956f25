% The table of the manual: strings, values of unknown type and objects do not go to kernels.
function [] = __kernel__ k(x : vec, a, pos : int)
    x[pos] = 1
end
x = zeros(2)
parallel_do(2, x, "text", k) %~ E0503 values of type `string` cannot be passed to a kernel
parallel_do(2, x, {1, "a"}, k) %~ E0503 values of type `vec[{int,string}](2)` cannot be passed to a kernel
n = numel(x)
c = {1, "a"}
parallel_do(2, x, c[n-1], k) %~ E0503 values of type `[int|string]` cannot be passed to a kernel
parallel_do(2, x, ["a","b"], k) %~ E0503 values of type `vec[string](2)` cannot be passed to a kernel
