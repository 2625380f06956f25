%! features: F203
%! calls: cuFuncSetCacheConfig 0 asked_1 shared
%! reports: kernels {!kernel cache="shared"}
% How a GPU divides the memory of its multiprocessors is a hint; it changes no result.
function [] = __kernel__ asked(y : vec, pos : int)
    {!kernel cache="shared"}
    y[pos] = pos
end
function [] = __kernel__ not_asked(y : vec, pos : int)
    y[pos] += 1
end
y = zeros(3)
parallel_do(3, y, asked)
parallel_do(3, y, not_asked)
print y
% => [1,2,3]
%! calls: cuFuncSetCacheConfig 0 data_3 L1
%! calls: cuFuncSetCacheConfig 0 not_asked_2 L1
function [] = __kernel__ data(y : vec, pos : int)
    {!kernel cache="L1"}
    y[pos] *= 2
end
parallel_do(3, y, data)
print y
% => [2,4,6]
