%! test opt regions
% No device runs it, so that nothing launches it as it is.
% not: launch turn [
% check: launch turn$part

function [] = __kernel__ turn(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    {!kernel target="cpu"}
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads
    y[pos] = s[blkdim-1-blkpos]
end
function [] = main()
    x = 0.0+(0..7)
    y = zeros(8)
    parallel_do([[1,8],[1,4]], x, y, turn)
    print y
end
