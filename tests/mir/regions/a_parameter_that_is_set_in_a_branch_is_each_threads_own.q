%! test opt regions
% Each thread counts for itself, before the barrier and behind it.
% check: launch

function [] = __kernel__ turn(x : vec, y : vec, n : int, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    n += 1
    if x[pos] > 2
        n += 10
    end
    s[blkpos] = n
    syncthreads
    if x[pos] > 4
        n += 100
    end
    for k = 0..blkpos
        n += 1000
    end
    y[pos] = s[blkdim-1-blkpos] + n
end
function [] = main()
    x = 0.0+(0..7)
    y = zeros(8)
    parallel_do([[1,8],[1,4]], x, y, 5, turn)
    print y
end
