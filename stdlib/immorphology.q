% Module: immorphology
% Morphology of grey and binary images with flat structuring elements. Beyond the border the image is mirrored. The time goes with the
% runs of elements that the rows of the mask have, not with the elements; the memory, in images, with the logarithm of the longest run.
{!doc category="Image Processing/Morphology"}

% Function: imdilate
% The largest value under the mirrored mask: bright areas grow.
%
% Parameters:
% x      - the image: a matrix, or a cube of channels
% mask   - elements that are not 0 belong to the structuring element
% center - row and column of the mask that lie on the pixel itself; by default the middle
% > imdilate([[0,0,1,0,0]], [1,1,1]) == [0,1,1,1,0]
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | imshow(x, [0,1])
% | imshow(imdilate(x, disk(8)), [0,1])
function y = imdilate(x : mat, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imdilate_plane(x, mask, int(center[0]), int(center[1]))
end

function y = imdilate(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    if size(x,2) == 1
        y = imdilate_plane(x[:,:,0], mask, int(center[0]), int(center[1]))
    else
        y = uninit(size(x,0), size(x,1), size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imdilate_plane(x[:,:,k], mask, int(center[0]), int(center[1]))
        end
    end
end

% Function: imerode
% The least value under the mask: bright areas shrink. The parameters are those of imdilate.
% > imerode([[0,1,1,1,0]], [1,1,1]) == [0,0,1,0,0]
function y = imerode(x : mat, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imerode_plane(x, mask, int(center[0]), int(center[1]))
end

function y = imerode(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    if size(x,2) == 1
        y = imerode_plane(x[:,:,0], mask, int(center[0]), int(center[1]))
    else
        y = uninit(size(x,0), size(x,1), size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imerode_plane(x[:,:,k], mask, int(center[0]), int(center[1]))
        end
    end
end

% Function: imopen
% Erodes, then dilates: bright details that the mask does not fit into vanish.
% > imopen([[0,1,0,1,1,1,0]], [1,1,1]) == [0,0,0,1,1,1,0]
% | x = rand(120,160) > 0.998
% | x = imdilate(1.0*x, disk(3))
% | x[30..90,60..120] = 1.0
% | imshow(x, [0,1])
% | imshow(imopen(x, disk(6)), [0,1])
function y = imopen(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imdilate(imerode(x, mask, center), mask, center)
end

% Function: imclose
% Dilates, then erodes: dark details that the mask does not fit into vanish.
% > imclose([[1,0,1,0,0,0,1]], [1,1,1]) == [1,1,1,0,0,0,1]
function y = imclose(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imerode(imdilate(x, mask, center), mask, center)
end

% Function: imgradient
% Dilation minus erosion: the edges.
% > imgradient([[0,0,1,1]], [1,1,1]) == [0,1,1,0]
function y = imgradient(x : cube, mask : mat)
    y = imdilate(x, mask) - imerode(x, mask)
end

% Function: disk
% The mask of a disk of some radius.
% > disk(1) == [[0,1,0],[1,1,1],[0,1,0]]
function mask = disk(radius : int)
    mask = zeros(2*radius + 1, 2*radius + 1)
    for i = -radius..radius
        for j = -radius..radius
            mask[i+radius,j+radius] = i*i + j*j <= radius*radius
        end
    end
end

% One channel of imdilate.
function y = imdilate_plane(x : mat, mask : mat, row : int, column : int)
    [rows, columns] = size(mask, 0..1)
    mirrored = zeros(rows, columns)
    for i = 0..rows-1
        for j = 0..columns-1
            mirrored[i,j] = mask[rows-1-i,columns-1-j]
        end
    end
    y = extreme(x, mirrored, rows - 1 - row, columns - 1 - column, __device__ (a : scalar, b : scalar) -> max(a, b), -1.0/0.0)
end

% One channel of imerode.
function y = imerode_plane(x : mat, mask : mat, row : int, column : int)
    y = extreme(x, mask, row, column, __device__ (a : scalar, b : scalar) -> min(a, b), 1.0/0.0)
end

% What pick chooses among none and the elements under the mask: the best of each run of the mask's rows is the better of two stretches
% that overlap, of as many elements as a power of two. Large images are taken in strips of rows.
function y = extreme(x : mat'mirror, mask : mat, row : int, column : int, pick : [__device__ (scalar, scalar) -> scalar], none : scalar)
    y = uninit(size(x,0), size(x,1))
    margin = size(mask,0) - 1
    [down, right, count, levels] = stretches(mask, 0)
    height = max(1, int(STRETCHES/(levels*(size(x,1) + size(mask,1)))) - margin)
    for first = 0..height..size(x,0)-1
        extreme_strip(x, mask, [row - first, column], min(height, size(x,0) - first) + margin, pick, none, y, first)
    end
end

% Numbers that a strip keeps at a time.
STRETCHES : 'const = 16777216

% A strip of rows from `first` on. The stretches of 2^k elements from [m,n] on stand in row k*rows + m, found by doubling.
function [] = extreme_strip(x : mat'mirror, mask : mat, corner : ivec2, rows : int, pick : [__device__ (scalar, scalar) -> scalar],
        none : scalar, y : mat'unchecked, first : int)
    columns = size(x,1) + size(mask,1) - 1
    [down, right, count, levels] = stretches(mask, rows)
    best : mat'unchecked = uninit(levels*rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            best[m,n] = x[m-corner[0],n-corner[1]]
        end
    end
    for k = 1..levels-1
        half = shl(1, k-1)
        parallel_do([rows, columns - 2*half + 1], best, k*rows, rows, half, pick, double_stretches)
    end
    parallel_do([rows - size(mask,0) + 1, size(x,1)], best, down, right, count, pick, none, y, first, pick_stretches)
end

% From stretches at the rows before `first` those of twice as many elements, `half` of them from each.
function [] = __kernel__ double_stretches(best : mat'unchecked, first : int, rows : int, half : int,
        pick : [__device__ (scalar, scalar) -> scalar], pos : ivec2)
    [m, n] = pos
    best[first+m,n] = pick(best[first-rows+m,n], best[first-rows+m,n+half])
end

% The choice among the stretches of the mask.
function [] = __kernel__ pick_stretches(best : mat'unchecked, down : vec[int]'unchecked, right : vec[int]'unchecked, count : int,
        pick : [__device__ (scalar, scalar) -> scalar], none : scalar, y : mat'unchecked, first : int, pos : ivec2)
    s = none
    for t = 0..count-1
        s = pick(s, best[pos[0]+down[t],pos[1]+right[t]])
    end
    y[first+pos[0],pos[1]] = s
end

% The stretches of 2^k elements that cover the mask: rows below and columns right of its corner, with k*rows added to the rows; their
% number, and the number of different k up to the largest.
function [down : vec[int], right : vec[int], count : int, levels : int] = stretches(mask : mat, rows : int)
    down = vec[int](2*numel(mask))
    right = vec[int](2*numel(mask))
    count = 0
    levels = 1
    for i = 0..size(mask,0)-1
        length = 0
        for j = 0..size(mask,1)-1
            length = mask[i,j] != 0 ? length + 1 : 0
            if length > 0 && (j == size(mask,1) - 1 || mask[i,j+1] == 0)
                k = 0
                while shl(2, k) <= length
                    k += 1
                end
                levels = max(levels, k + 1)
                down[count] = k*rows + i
                right[count] = j - length + 1
                count += 1
                if shl(1, k) < length
                    down[count] = k*rows + i
                    right[count] = j - shl(1, k) + 1
                    count += 1
                end
            end
        end
    end
end
