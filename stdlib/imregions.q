% Module: imregions
% Sums over rectangles, distances and connected regions.
{!doc category="Image Processing/Morphology"}

% Function: integral_image
% Element [i,j] is the sum of all elements above row i and left of column j; so it has one row and one column more than x.
% Sums are taken in the precision of the program: of whole numbers they are exact up to 2^24 in single precision; of others the last
% digits go astray less than in sums one element after another, since sums of four and of 16 elements come first.
% > integral_image([[1,2],[3,4]]) == [[0,0,0],[0,1,3],[0,4,10]]
function s : mat = integral_image(x : mat)
    [height, width] = size(x, 0..1)
    s = uninit(height + 1, width + 1)
    for n = 0..width
        s[0,n] = 0.0
    end
    if height > 0
        % Strips of rows are independent once the sums above each are known: the integral image of the sums of strips.
        strips = int((height + 15)/16)
        above = zeros(1, width + 1)
        if strips > 1
            above = integral_image(sums_of_strips(x))
        end
        parallel_do([strips, 16], sums_of_four(x), above, s, integrate_strip)
    end
end

% The sums of 16 rows each.
function y = sums_of_strips(x : mat'unchecked)
    y = uninit(int((size(x,0) + 15)/16), size(x,1))
    for k = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            total = 0.0
            for m = 16*k..min(16*k + 16, size(x,0))-1
                total += x[m,n]
            end
            y[k,n] = total
        end
    end
end

% Element [m,n+16] is the sum of x[m,n-3..n]; the first 16 columns are 0, and so are up to three rows behind those of x.
function y = sums_of_four(x : mat)
    y = uninit(4*int((size(x,0) + 3)/4), size(x,1) + 16)
    for m = 0..size(y,0)-1
        for n = 0..15
            y[m,n] = 0.0
        end
    end
    for m = 0..size(y,0)-1
        for n = 0..size(x,1)-1
            y[m,n+16] = (x[m,n] + x[m,n-1]) + (x[m,n-2] + x[m,n-3])
        end
    end
end

% A strip of integral_image. Along a row, a sum is that 16 elements before and the sum of the 16 elements since, so that 16 columns at a
% time follow from those before them; four rows go together.
function [] = __kernel__ integrate_strip(fours : mat'unchecked, above : mat'unchecked, s : mat'unchecked, pos : ivec2)
    [strip, column] = pos
    height = size(s,0) - 1
    width = size(s,1) - 1
    whole = int(width/16)
    last = min(16*strip + 16, height)
    if column == 0
        for m = 16*strip+1..last
            s[m,0] = 0.0
        end
    end
    for m = 16*strip..4..last-1
        rows = [0.0, 0.0, 0.0, 0.0]
        for k = 0..whole-1
            n = 16*k + column
            rows = integrate_rows(fours, above, s, m, n, rows)
        end
        if column < width - 16*whole
            n = 16*whole + column
            rows = integrate_rows(fours, above, s, m, n, rows)
        end
    end
end

% Column n of four rows from m on, given their sums 16 columns before; returns their sums up to this column. Rows behind the last one
% add nothing, and store it again.
function rows : vec4 = __device__ integrate_rows(fours : mat'unchecked, above : mat'unchecked, s : mat'unchecked, m : int, n : int, before : vec4)
    rows = before
    total = mod(m, 16) == 0 ? above[int(m/16),n+1] : s[m,n+1]
    for i = 0..3
        rows[i] += (fours[m+i,n+16] + fours[m+i,n+12]) + (fours[m+i,n+8] + fours[m+i,n+4])
        total += rows[i]
        s[min(m + i + 1, size(s,0) - 1),n+1] = total
    end
end

% Function: rectangle_sum
% The sum over rows top to bottom and columns left to right, these included, from an integral image.
% > rectangle_sum(integral_image([[1,2],[3,4]]), 0, 1, 1, 1) == 6
function y = __device__ rectangle_sum(s : mat, top : int, left : int, bottom : int, right : int)
    y = s[bottom+1,right+1] - s[top,right+1] - s[bottom+1,left] + s[top,left]
end

% Function: bwdist
% The Euclidean distance of each element from the nearest one that is not 0; inf where there is none.
% Exact as far as single precision has the squares of distances, which is up to 4096, and to its last digit beyond.
% Along columns two sweeps count; along rows each element is compared with the columns between those that are best for elements on its
% left and right: the best column never goes back from left to right.
% > bwdist([[1,0,0,0]]) == [0,1,2,3]
% > min(bwdist(zeros(2,3))) > 1e30
% | x = rand(120,160) > 0.999
% | imshow(bwdist(1.0*x), [])
function d = bwdist(x : mat)
    d = uninit(size(x,0), size(x,1))
    if numel(d) > 0
        squares = column_squares(x)
        coarse = best_columns(squares, 32)
        parallel_do([size(x,0), int((size(x,1) + 31)/32), 32], squares, coarse, d, distances_along)
    end
end

% The square of the distance of each element from the nearest one of its column that is not 0.
function squares = column_squares(x : mat'unchecked)
    [m, n] = size(x, 0..1)
    squares : mat'unchecked = uninit(m, n)
    for j = 0..n-1
        near = 1.0/0.0
        for i = 0..m-1
            near = x[i,j] != 0 ? 0.0 : near + 1
            squares[i,j] = near
        end
        near = 1.0/0.0
        for i = m-1..-1..0
            near = min(squares[i,j], near + 1)
            squares[i,j] = near*near
        end
    end
end

% The best columns for every stride-th element of the rows, 32 elements between two of 32 times the stride at a time.
function best : mat[int] = best_columns(squares : mat, stride : int)
    [m, n] = size(squares, 0..1)
    blocks = int((n + 32*stride - 1)/(32*stride))
    best = mat[int](m, 32*blocks)
    coarse = mat[int](m, 1)
    if blocks > 1
        coarse = best_columns(squares, 32*stride)
    end
    parallel_do([m, blocks, 32], squares, coarse, best, stride, best_along)
end

% One of 32 elements of best_columns. Where two columns are equal it is the left one.
function [] = __kernel__ best_along(squares : mat'unchecked, coarse : mat[int]'unchecked, best : mat[int]'unchecked, stride : int, pos : ivec3)
    [i, block, k] = pos
    j = float(stride*(32*block + k))
    last = block + 1 < size(coarse,1) ? coarse[i,block+1] : size(squares,1) - 1
    column = coarse[i,block]
    least = 1.0/0.0
    for c = coarse[i,block]..last
        square = squares[i,c] + (j - c)*(j - c)
        less = square < least
        least = less ? square : least
        column = less ? c : column
    end
    best[i,32*block+k] = column
end

% One of 32 elements of bwdist.
function [] = __kernel__ distances_along(squares : mat'unchecked, coarse : mat[int]'unchecked, d : mat'unchecked, pos : ivec3)
    [i, block, k] = pos
    n = size(squares,1)
    j = 32*block + k
    last = block + 1 < size(coarse,1) ? coarse[i,block+1] : n - 1
    least = 1.0/0.0
    for c = coarse[i,block]..last
        square = squares[i,c] + (float(j) - c)*(float(j) - c)
        least = square < least ? square : least
    end
    % Whole blocks need no mask.
    if 32*block + 31 < n
        d[i,j] = sqrt(least)
    elseif j < n
        d[i,j] = sqrt(least)
    end
end

% Function: bwlabel
% Numbers the connected regions of elements that are not 0, in the order of their first elements, row by row.
%
% Parameters:
% x            - the image
% connectivity - 8 (the default): neighbours touch at edges or corners; 4: at edges only
%
% Returns the labels, 0 where x is 0, and their number.
% > [labels,count] = bwlabel([[1,0,1,1]]); labels == [1,0,2,2] && count == 2
% | import "imfilter.q"
% | x = gaussian_filter(randn(120,160), 4) > 0.08
% | [labels,count] = bwlabel(1.0*x)
% | print count, " regions"
% | imshow(x, [0,1])
% | imshow(labels, [])
function [labels : mat, count : int] = bwlabel(x : mat, connectivity : int = 8)
    if connectivity != 4 && connectivity != 8
        error("bwlabel: connectivity is 4 or 8")
    end
    [m, n] = size(x, 0..1)
    parent = vec[int](m*n)
    for i = 0..m-1
        for j = 0..n-1
            k = i*n + j
            parent[k] = k
            if x[i,j] != 0
                if j > 0 && x[i,j-1] != 0
                    unite(parent, k, k - 1)
                end
                if i > 0
                    for c = max(j-1, 0)..min(j+1, n-1)
                        if x[i-1,c] != 0 && (connectivity == 8 || c == j)
                            unite(parent, k, k - n + c - j)
                        end
                    end
                end
            end
        end
    end
    % The root of a region is its first element, as unite keeps the smaller one.
    labels = zeros(m, n)
    count = 0
    for i = 0..m-1
        for j = 0..n-1
            if x[i,j] != 0
                r = root(parent, i*n + j)
                if r == i*n + j
                    count += 1
                    labels[i,j] = count
                else
                    labels[i,j] = labels[int(r/n), mod(r, n)]
                end
            end
        end
    end
end

% Function: regionprops
% Measures the regions that bwlabel has numbered.
%
% Parameters:
% labels - the number of the region that each element belongs to, 0 for none
%
% Returns for regions 1, 2, ... their numbers of elements; a matrix with a row for the centre of each, its row and column; and a matrix with
% a row for the box around each: first row, first column, last row, last column. A number that no element has gives 0, nan and an empty box.
% > [areas,centres,boxes] = regionprops(bwlabel([[1,1,0,0],[1,0,0,2]])); areas == [3,1] && centres[1,:] == [1,3] && boxes[0,:] == [0,0,1,1]
function [areas, centres, boxes] = regionprops(labels : mat)
    count = int(max(0, max(labels)))
    areas = zeros(1, count)
    sums = zeros(count, 2)
    boxes = repmat([size(labels,0), size(labels,1), -1, -1], [count, 1])
    for m = 0..size(labels,0)-1
        for n = 0..size(labels,1)-1
            k = int(labels[m,n]) - 1
            if k >= 0
                areas[0,k] += 1
                sums[k,0] += m
                sums[k,1] += n
                boxes[k,0] = min(boxes[k,0], m)
                boxes[k,1] = min(boxes[k,1], n)
                boxes[k,2] = max(boxes[k,2], m)
                boxes[k,3] = max(boxes[k,3], n)
            end
        end
    end
    centres = sums./repmat(transpose(areas), [1, 2])
end

% Function: bwareaopen
% Takes out the regions of fewer elements than a number.
%
% Parameters:
% x            - the image
% least        - how many elements a region has at least that stays
% connectivity - 8 (the default) or 4, as for bwlabel
%
% Returns 1 where such a region is, 0 elsewhere.
% > bwareaopen([[1,0,1,1]], 2) == [0,0,1,1]
function y = bwareaopen(x : mat, least : int, connectivity : int = 8)
    labels = bwlabel(x, connectivity)
    stays = horzcat(0, regionprops(labels) >= least)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = stays[0,int(labels[m,n])]
        end
    end
end

% Function: imfill
% Fills the holes of a mask: what is 0 and not connected with the border.
%
% Parameters:
% x            - the mask
% connectivity - 4 (the default) or 8: which neighbours the elements of a hole have, as for bwlabel
%
% Returns 1 within the regions and their holes, 0 elsewhere.
% > imfill([[1,1,1,0],[1,0,1,0],[1,1,1,0]]) == [[1,1,1,0],[1,1,1,0],[1,1,1,0]]
function y = imfill(x : mat, connectivity : int = 4)
    [labels, count] = bwlabel(1.0*(x == 0), connectivity)
    [bottom, right] = size(x, 0..1) - 1
    open = zeros(1, count + 1)
    for m = 0..bottom
        open[0,int(labels[m,0])] = 1
        open[0,int(labels[m,right])] = 1
    end
    for n = 0..right
        open[0,int(labels[0,n])] = 1
        open[0,int(labels[bottom,n])] = 1
    end
    open[0,0] = 0
    y = uninit(size(x,0), size(x,1))
    for m = 0..bottom
        for n = 0..right
            y[m,n] = 1 - open[0,int(labels[m,n])]
        end
    end
end

% The first element of the region that element k belongs to; the way there becomes shorter.
function r = __device__ root(parent : vec[int]'unchecked, k : int)
    r = k
    while parent[r] != r
        parent[r] = parent[parent[r]]
        r = parent[r]
    end
end

% Makes the regions of a and b one.
function [] = __device__ unite(parent : vec[int]'unchecked, a : int, b : int)
    p = root(parent, a)
    q = root(parent, b)
    parent[max(p, q)] = min(p, q)
end
