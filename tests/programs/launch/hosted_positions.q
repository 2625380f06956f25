% The special parameters of a kernel that runs position by position: a launch with a block size.
function [] = __kernel__ k(y : mat, n : int, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2, blkcnt : ivec2)
    a = zeros(n)
    a[0] = 1000*blkidx[0] + 100*blkidx[1] + 10*blkpos[0] + blkpos[1]
    y[pos] = sum(a)
    if pos[0] == 3 && pos[1] == 1
        y[0,0] = 100*blkdim[0] + 10*blkdim[1] + blkcnt[0]
    end
end
function [] = __kernel__ linear(y : vec, n : int, pos : int)
    a = zeros(n)
    a[n-1] = pos
    y[pos] = sum(a)
end
function [] = main(n : int = 2)
    y = zeros(4,2)
    serial_do([[4,2],[2,1]], y, n, k)
    print y
    % => [[212,100],
    % =>  [10,110],
    % =>  [1000,1100],
    % =>  [1010,1110]]
    z = zeros(3)
    parallel_do(size(z), z, n, linear)
    print z
    % => [0,1,2]
end
