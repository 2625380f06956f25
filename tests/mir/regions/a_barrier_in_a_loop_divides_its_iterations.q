%! test opt regions
% The loop is one of the host function around the parts.
% check: host
% check: loop
% check: launch

function [] = __kernel__ tree(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    part = shared(blkdim)
    part[blkpos] = x[pos]
    syncthreads
    half = int(blkdim / 2)
    while half >= 1
        if blkpos < half
            part[blkpos] = part[blkpos] + part[blkpos + half]
        end
        syncthreads
        half = int(half / 2)
    end
    y[pos] = part[0]
end
function [] = main(n : int = 16)
    x = zeros(n)
    y = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    parallel_do([[1,n],[1,8]], x, y, tree)
    print y[0], y[7], y[8]
end
