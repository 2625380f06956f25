% In a kernel the length of size(x) is known from the type of x, also where the extents are not: so the threads of the block can act together.
function y = wrapped(x, w)
    function [] = __kernel__ gather(x : mat, y : mat, w : ivec2, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
        sums = shared_zeros(blkdim)
        blocks = int((size(x) + blkdim - [1,1])./blkdim)
        sums[blkpos] = x[mod(int(pos + w), size(x))]
        syncthreads
        y[pos] = sums[blkpos] + 100*blocks[0] + 1000*numel(size(x))
    end
    y = zeros(size(x))
    parallel_do([size(x,0..1), [4,4]], x, y, w, gather)
end
x = zeros(8,4)
for i = 0..7
    for j = 0..3
        x[i,j] = 4*i + j
    end
end
% Row 7 of the result is row 1 of x, turned by one: 8 blocks of 4×4 are two above each other.
print wrapped(x, [2,1])[7,:]
% => [2205,2206,2207,2204]
% A column has two extents there.
print transpose(wrapped(x[:,1], [1,0]))
% => [2205,2209,2213,2217,2221,2225,2229,2201]
