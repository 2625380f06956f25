%! fault: race in shared memory
%! kernel: count
%! array: own
% A histogram of the block, counted without atomic operations.
function [] = __kernel__ count(h : vec[int], x : vec[int], pos : int, blkpos : int)
    own : vec[int] = shared_zeros(8)
    k = x[pos]
    n = own[k] % here
    own[k] = n + 1 % here
    syncthreads
    if blkpos < 8
        h[blkpos] += own[blkpos]
    end
end
x = vec[int](128)
for k = 0..127
    x[k] = mod(3*k, 8)
end
h = vec[int](8)
parallel_do([[1,128],[1,64]], h, x, count)
print h
