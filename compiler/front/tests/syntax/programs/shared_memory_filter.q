% Separable filter with shared memory and synchronisation.
function [] = __kernel__ separable(x : cube'unchecked, y : cube'unchecked, fc : vec'hwconst, pos : ivec3, blkpos : ivec3, blkdim : ivec3)
    [M,N,P] = blkdim+[numel(fc),0,0]
    assert(M*N*P<=1024)  % put an upper bound on the amount of shared memory
    vals = shared(M,N,P)
    n = int(numel(fc)/2)
    sum = 0.
    for i=0..numel(fc)-1   % step 1 - horizontal filter
        sum += x[pos[0]-n,pos[1]+i-n,blkpos[2]] * fc[i]
    end
    vals[blkpos] = sum
    if blkpos[0]<numel(fc) % two extra rows
        sum = 0.
        for i=0..numel(fc)-1
            sum += x[pos[0]+blkdim[0]-n,pos[1]+i-n,blkpos[2]] * fc[i]
        endfor
        vals[blkpos+[blkdim[0],0,0]] = sum
    endif
    syncthreads
    sum = 0.
    for i=0..numel(fc)-1
        sum += vals[blkpos[0]+i,blkpos[1],blkpos[2]] * fc[i]
    endfor
    y[pos] = sum
endfunction

x = imread("x.png")
y = zeros(size(x))
blk = max_block_size(separable, [16,32,1])
parallel_do([size(x,0..2), blk], x, y, [1,2,3,2,1]./9, separable)
