% A block of 1024 threads that each keep 96 numbers across a barrier: 98304, where a device has 65536 registers for a block.
function [] = __kernel__ heavy(x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2)
    t = shared(32,32)
    t[blkpos] = x[pos]
    syncthreads
    a = zeros(48)
    b = zeros(48)
    for k = 0..47
        a[k] = t[mod(blkpos[0] + k, 32), blkpos[1]]
        b[k] = t[blkpos[0], mod(blkpos[1] + k, 32)]
    end
    syncthreads
    s = 0.0
    for k = 0..47
        s += a[k] * b[47-k]
    end
    y[pos] = s
end
% The block is known, so that the kernel keeps to the registers that are there.
x = ones(64,64)
x[2,5] = 3
y = zeros(64,64)
parallel_do([[64,64],[32,32]], x, y, heavy)
% 48 products of ones. At (2,5) a[0], a[32], b[0] and b[32] are 3: four products of 3. Below it, at (1,5), a[1] and a[33].
% => [48,56,52]
print [y[3,3], y[2,5], y[1,5]]
% It is not known: a device that has too few registers leaves the launch to the processor.
function [] = run(x : mat, y : mat, side : int)
    parallel_do([[64,64],[side,side]], x, y, heavy)
end
function [] = main(side : int = 32)
    z = zeros(64,64)
    run(x, z, side)
    print max(abs(z - y))
end
% => 0
