%! fault: read of uninitialised memory
%! kernel: add
%! array: total
% A sum in shared memory that does not start from anything.
function [] = __kernel__ add(x : vec, y : vec, pos : int, blkpos : int, blkidx : int)
    total = shared(4)
    total[mod(blkpos, 4)] += x[pos] % here
    syncthreads
    if blkpos == 0
        y[blkidx] = total[0]
    end
end
x = ones(64)
y = zeros(2)
parallel_do([[1,64],[1,32]], x, y, add)
print y
