% Module: imregions
% Sums over rectangles, distances and connected regions.
{!doc category="Image Processing/Morphology"}

% Function: integral_image
% Element [i,j] is the sum of all elements above row i and left of column j; so it has one row and one column more than x.
% > integral_image([[1,2],[3,4]]) == [[0,0,0],[0,1,3],[0,4,10]]
function s = integral_image(x : mat)
    s = zeros(size(x,0) + 1, size(x,1) + 1)
    for m = 0..size(x,0)-1
        total = 0.0
        for n = 0..size(x,1)-1
            total += x[m,n]
            s[m+1,n+1] = total
        end
    end
    for n = 1..size(x,1)
        total = 0.0
        for m = 1..size(x,0)
            total += s[m,n]
            s[m,n] = total
        end
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
% Exact, by parabolas along columns and rows. Reference: Felzenszwalb, Huttenlocher, "Distance transforms of sampled functions", 2012.
% > bwdist([[1,0,0,0]]) == [0,1,2,3]
% > min(bwdist(zeros(2,3))) > 1e30
% | x = rand(120,160) > 0.999
% | imshow(bwdist(1.0*x), [])
function d = bwdist(x : mat)
    [m, n] = size(x, 0..1)
    far = float(m + n)
    column = zeros(m, n)
    % Along columns: the distance from the nearest element above, then below.
    for j = 0..n-1
        near = far
        for i = 0..m-1
            near = x[i,j] != 0 ? 0.0 : near + 1
            column[i,j] = near
        end
        near = far
        for i = m-1..-1..0
            near = min(column[i,j], near + 1)
            column[i,j] = near
        end
    end
    % Along rows: the lower envelope of the parabolas column^2 + (j - site)^2 from left to right, each the lowest from its start on.
    d = uninit(m, n)
    sites = zeros(m, n)
    start = uninit(m, n)
    {!parallel for}
    for i = 0..m-1
        last = -1
        for j = 0..n-1
            c = column[i,j]
            if c < far
                from = -1.0
                meets = true
                while meets && last >= 0
                    s = sites[i,last]
                    b = column[i,int(s)]
                    from = 0.5*((c - b)*(c + b)/(j - s) + (j + s))
                    meets = from <= start[i,last]
                    last -= meets ? 1 : 0
                end
                last += 1
                sites[i,last] = j
                start[i,last] = last == 0 ? -1.0 : from
            end
        end
        k = 0
        for j = 0..n-1
            if last < 0
                d[i,j] = 1.0/0.0
            else
                while k < last && start[i,k+1] < j
                    k += 1
                end
                s = sites[i,k]
                d[i,j] = sqrt(column[i,int(s)]^2 + (j - s)^2)
            end
        end
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
