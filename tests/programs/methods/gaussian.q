%! files: ../../samples/images/camera.png
% The Gaussian filter in four forms; the figures are those of tests/methods/reference.py.
import "import/photograph.q"
import "imfilter.q"

gaussian = [28.9426,0.04472,0.20436,0.21529,0.09411,0.08520,0.08084,0.13733,0.10496,0.26662,0.49539,0.50920,0.49394,0.39402,0.49204,0.64846,0.80852]

% Rows, then columns.
judge(masked(noisy(), gaussian_mask(1.3, 4)), gaussian, 0.0001)
% => as the reference
judge(gaussian_filter(noisy(), 1.3), gaussian, 0.0001)
% => as the reference

% The whole mask at once, as an outer product.
h = gaussian_mask(1.3, 4)
judge(imfilter(noisy(), transpose(h)*h, [4,4], "mirror"), gaussian, 0.0001)
% => as the reference

% A block's pixels with their margins in shared memory.
function y = filtered(x, h)
    function [] = __kernel__ both(x : mat'mirror, y : mat'unchecked, h : vec'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
        part = shared(24,24)
        rows = shared(24,16)
        for i = blkpos[0]..blkdim[0]..blkdim[0]+7
            for j = blkpos[1]..blkdim[1]..blkdim[1]+7
                part[i,j] = x[pos[0] - blkpos[0] + i - 4, pos[1] - blkpos[1] + j - 4]
            end
        end
        syncthreads
        for i = blkpos[0]..blkdim[0]..blkdim[0]+7
            s = 0.0
            for k = 0..8
                s += h[k]*part[i,blkpos[1]+k]
            end
            rows[i,blkpos[1]] = s
        end
        syncthreads
        s = 0.0
        for k = 0..8
            s += h[k]*rows[blkpos[0]+k,blkpos[1]]
        end
        y[pos] = s
    end
    y = zeros(size(x))
    parallel_do([size(x,0..1), [16,16]], x, y, h, both)
end
judge(filtered(noisy(), h), gaussian, 0.0001)
% => as the reference
