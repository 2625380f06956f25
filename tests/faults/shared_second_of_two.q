%! fault: race in shared memory
%! kernel: both
%! array: second
% Of two shared arrays the first is used well.
function [] = __kernel__ both(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    first = shared_zeros(blkdim)
    second = shared_zeros(blkdim)
    first[blkpos] = x[pos]
    syncthreads
    second[blkpos] = first[mod(blkpos + 1, blkdim)] % here
    y[pos] = second[mod(blkpos + 3, blkdim)] % here
end
x = zeros(64)
for k = 0..63
    x[k] = k
end
y = zeros(64)
parallel_do([[1,64],[1,64]], x, y, both)
print y[0]
