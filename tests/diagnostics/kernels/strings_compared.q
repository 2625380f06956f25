% Strings are compared in host code only.
function [] = __kernel__ k(x : vec, pos : int)
    if "a" == "b" %~ E0503 strings do not exist in kernel and device functions
        x[pos] = 1
    end
end
x = zeros(3)
parallel_do(3, x, k)
function y = __device__ f(s : string)
    y = s == "b" ? 1 : 2 %~ E0503 strings do not exist in kernel and device functions
end
print f("a")
