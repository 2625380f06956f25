% A product of matrices with tiles of 16 x 16 in shared memory, as the programming guides of GPUs write it first.
% Prints sums and samples of the result.
function [] = __kernel__ tiled_product(a : mat'unchecked, b : mat'unchecked, c : mat'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    left = shared(16, 16)
    right = shared(16, 16)
    s = 0.0
    for k = 0..16..size(a,1)-1
        left[blkpos[0],blkpos[1]] = a[pos[0],k+blkpos[1]]
        right[blkpos[0],blkpos[1]] = b[k+blkpos[0],pos[1]]
        syncthreads
        for l = 0..15
            s += left[blkpos[0],l]*right[l,blkpos[1]]
        end
        syncthreads
    end
    c[pos] = s
end
function [] = main(n : int = 2048, repetitions : int = 5)
    a = zeros(n, n)
    b = zeros(n, n)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            a[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
            b[i,j] = mod(7919*j + 104729*i, 512)/512
        end
    end
    for r = 1..repetitions
        parallel_do([[n,n],[16,16]], a, b, y, tiled_product)
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
