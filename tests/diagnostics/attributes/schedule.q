function [] = __kernel__ elsewhere(x : vec, pos : int)
    {!kernel name="elsewhere"; target="opencl"}
    x[pos] = 0
end
x = ones(4)
print schedule(4, x, {elsewhere})     %~ E0404 none of these kernels is for a platform that qc makes code for
print schedule(4, x, elsewhere)       %~ E0404 `schedule` takes dimensions, arguments and a list of kernels
%! features: F288 F290
