%! test opt regions
% Threads that add to one element meet, and so do those that add to their own and to one of another thread: by another order of the
% subscripts, or beside it. The five updates stand in the kernel itself and in its part.
% check: kernel ... from part
% count 10: atomic_add

function [] = __kernel__ count(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    r = shared_zeros(blkdim[0], blkdim[1])
    s = shared_zeros(blkdim[0], blkdim[1])
    t = shared_zeros(blkdim[0], blkdim[1])
    r[blkpos[0], mod(blkpos[1], 2)] += x[pos]
    s[blkpos] += 1
    s[blkpos[1], blkpos[0]] += x[pos]
    t[blkpos] += 1
    t[blkpos[0], mod(blkpos[1] + 1, blkdim[1])] += x[pos]
    syncthreads
    y[pos] = r[blkpos[0], 0] + s[blkpos] + t[blkpos]
end
function [] = main()
    x = reshape(0.0+(0..31), [4,8])
    y = zeros(4,8)
    parallel_do([[4,8],[4,4]], x, y, count)
    print y
end
