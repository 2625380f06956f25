%! test opt regions
% The loop over the runs goes from block 0 to the last one in steps of as many as run at once.
% check: host turn$blocks
% check: $step: i32 = max $fit, 1
% next: $last: i32 = sub $blocks, 1
% next: for $first = 0..$step..$last serial {

function [] = __kernel__ turn(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    tile = shared(blkdim)
    tile[blkpos] = x[pos]
    syncthreads
    y[pos] = tile[blkdim-1-blkpos]
end
function [] = main(n : int = 8)
    x = 0.0+(1..n)
    y = zeros(n)
    parallel_do([[1,n],[1,n]], x, y, turn)
    print y
end
