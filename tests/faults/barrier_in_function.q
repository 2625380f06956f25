%! fault: divergent barrier
%! kernel: caller
% The barrier stands in a function that some threads call.
function [] = __device__ settle(y : vec, pos : int)
    y[pos] = 3
    syncthreads % here
end
function [] = __kernel__ caller(y : vec, n : int, pos : int)
    if mod(pos, n) == 0
        settle(y, pos)
    end
    y[pos] += 1
    syncthreads % here
    y[pos] += 1
end
y = zeros(32)
parallel_do([[1,32],[1,32]], y, 3, caller)
print y
