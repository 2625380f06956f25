%! test opt regions
% half is a variable of the host function, which the parts are told: the only array is the shared one.
% check: host tree$blocks
% not: new_array
% check: $part: [f32] = new_array($blocks, $threads) zeros
% not: new_array
% check: set %half
% not: new_array

function [] = __kernel__ tree(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    part = shared(blkdim)
    part[blkpos] = x[pos]
    syncthreads
    half = blkdim
    half = int(half / 2)
    for r = 1..3
        if blkpos > 0
            part[blkpos] = part[blkpos] + half*part[mod(blkpos + half, blkdim)]
        end
        syncthreads
        half = int(half / 2)
    end
    y[pos] = part[0] + half
end
function [] = main(n : int = 16)
    x = 0.0+(0..n-1)
    y = zeros(n)
    parallel_do([[1,n],[1,8]], x, y, tree)
    print y[0], y[7], y[8]
end
