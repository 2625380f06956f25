%! test opt regions
% Each thread adds to its own element only, also in a branch: nobody meets it there.
% check: kernel ... from part
% not: atomic_add

function [] = __kernel__ count(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(blkdim[0], blkdim[1])
    s[blkpos] = 0
    if x[pos] > 1
        s[blkpos] += x[pos]
    end
    s[blkpos] += 1
    syncthreads
    y[pos] = s[blkdim[0]-1-blkpos[0], blkpos[1]]
end
function [] = main()
    x = reshape(0.0+(0..31), [4,8])
    y = zeros(4,8)
    parallel_do([[4,8],[2,4]], x, y, count)
    print y
end
