%! fault: race in shared memory
%! kernel: number
%! array: count
% A counter of the block without an atomic operation.
function [] = __kernel__ number(y : vec[int], pos : int, blkpos : int)
    count : vec[int] = shared_zeros(1)
    syncthreads
    n = count[0] % here
    count[0] = n + 1 % here
    syncthreads
    y[pos] = count[0]
end
y = vec[int](64)
parallel_do([[1,64],[1,64]], y, number)
print y[0]
