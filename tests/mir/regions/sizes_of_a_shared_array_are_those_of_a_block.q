%! test opt regions
% The array of all blocks is larger: what the kernel asks about its own is known from how it was made.
% check: kernel ... from part
% not: numel
% not: dim v

function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    tile = shared(blkdim[0], blkdim[1])
    tile[blkpos[0],blkpos[1]] = x[pos[0],pos[1]]
    syncthreads
    at = blkpos[0]*size(tile,1) + blkpos[1]
    y[pos[0],pos[1]] = tile[numel(tile)-1-at] + 100*size(tile,0) + 1000*size(tile,2)
end
function [] = main(n : int = 6)
    x = reshape(0.0+(0..n*n-1), [n,n])
    y = zeros(n,n)
    parallel_do([[n,n],[2,3]], x, y, turn)
    print y
end
