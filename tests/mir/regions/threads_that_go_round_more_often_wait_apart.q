%! test opt regions
% How often is an element of the block, which all of its threads read; nobody knows that it is the same. An array tells who goes on, the
% loop of the host ends when nobody does, and a barrier asks whether all of a block are there.
% check: host often$blocks
% check: loop {
% check: launch often$any
% check: launch often$mask
% check: launch often$check
% check: not all threads of a block reach this barrier

function [] = __kernel__ often(x : vec, y : vec, times : vec[int], pos : int, blkpos : int, blkdim : int, blkidx : int)
    row = shared(blkdim)
    row[blkpos] = x[pos]
    syncthreads
    k = 0
    while k < times[blkidx]
        v = row[mod(blkpos + 1, blkdim)]
        syncthreads
        row[blkpos] = 2*v
        syncthreads
        k += 1
    end
    for r = 1..times[blkidx]
        v = row[mod(blkpos + 1, blkdim)] + r
        syncthreads
        row[blkpos] = v
        syncthreads
    end
    y[pos] = row[blkpos]
end
function [] = main(n : int = 12)
    x = 0.0+(1..n)
    y = zeros(n)
    times = vec[int](3)
    times[1] = 1
    times[2] = 3
    parallel_do([[1,n],[1,4]], x, y, times, often)
    print y
end
