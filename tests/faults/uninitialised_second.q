%! fault: read of uninitialised memory
%! kernel: pick
%! array: second
% The second of two arrays is read before anybody fills it.
function [] = __kernel__ pick(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    first = shared(blkdim)
    second = shared(blkdim)
    first[blkpos] = x[pos]
    syncthreads
    y[pos] = first[blkpos] + second[blkpos] % here
    second[blkpos] = x[pos]
end
x = ones(64)
y = zeros(64)
parallel_do([[1,64],[1,32]], x, y, pick)
print y[0]
