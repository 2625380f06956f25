%! test opt regions
% It has a dimension for the block.
% check: host turn$blocks
% check: $tile: [f32] = new_array($blocks, $threads) zeros
% check: launch turn$part

function [] = __kernel__ turn(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    tile = shared(blkdim)
    tile[blkpos] = x[pos]
    syncthreads
    y[pos] = tile[blkdim-1-blkpos]
end
function [] = main(n : int = 16)
    x = zeros(n)
    y = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    parallel_do([[1,n],[1,8]], x, y, turn)
    print y[0], y[7], y[8]
end
