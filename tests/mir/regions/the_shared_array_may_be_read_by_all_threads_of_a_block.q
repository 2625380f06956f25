%! test opt regions
% The parts run one after the other: each thread finds what its neighbours wrote.
% check: store $tile[$block, $at] checked 'tile'
% check: load $other[$b, $c] safe 'tile'

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
