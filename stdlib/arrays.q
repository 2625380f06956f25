% Module: arrays
% Cells as arrays of anything, arrays of blocks, and grids of coordinates. A program that names one of these functions has them without an import.
{!doc category="Arrays"}

% Function: cell
% A vector of n, a matrix of n x m, or an array of n x m x k or n x m x k x l elements of any type, which are empty until something is stored.
%
% Parameters:
% n - the number of elements, or of rows
% m - the number of columns
% k - the number of elements along the third dimension
% l - those along the fourth one
% > c = cell(2); c[0] = "a"; c[1] = 2; c[1] == 2
function c = cell(n : int)
    c = vec[??](n)
end

function c = cell(n : int, m : int)
    c = mat[??](n, m)
end

function c = cell(n : int, m : int, k : int)
    c = cube[??](n, m, k)
end

function c = cell(n : int, m : int, k : int, l : int)
    c = cube{4}[??](n, m, k, l)
end

% Function: cell2mat
% The matrix that a matrix of blocks stands for: blocks of a row of it are equally high, those of a column equally wide.
%
% Parameters:
% c - a matrix of matrices, as mat2cell makes it
% > cell2mat(mat2cell([[1,2,3],[4,5,6]], [1,1], [2,1])) == [[1,2,3],[4,5,6]]
function y = cell2mat(c)
    [rows, columns] = size(c, 0..1)
    height = 0
    for i = 0..rows-1
        height += size(c[i,0], 0)
    end
    width = 0
    for j = 0..columns-1
        width += size(c[0,j], 1)
    end
    y = zeros(height, width)
    top = 0
    for i = 0..rows-1
        left = 0
        below = top + size(c[i,0], 0)
        for j = 0..columns-1
            [h, w] = size(c[i,j], 0..1)
            if top + h != below || w != size(c[0,j], 1)
                error("cell2mat: the block at [", i, ",", j, "] does not fit to its neighbours")
            end
            y[top..below-1, left..left+w-1] = c[i,j]
            left += w
        end
        top = below
    end
end

% Function: mat2cell
% A matrix cut into blocks, as a matrix of them.
%
% Parameters:
% m - a matrix
% heights - the heights of the rows of blocks, which add up to that of m
% widths - the widths of the columns of blocks; without them each element is a block
% > c = mat2cell([[1,2,3],[4,5,6]], [1,1], [2,1]); c[1,0] == [4,5]
% > c = mat2cell([[1,2],[3,4]]); c[1,0] == [3]
function c = mat2cell(m : mat, heights : vec[int], widths : vec[int])
    if sum(heights) != size(m,0) || sum(widths) != size(m,1)
        error("mat2cell: the blocks are ", sum(heights), "x", sum(widths), ", the matrix is ", size(m,0), "x", size(m,1))
    end
    c = mat[mat](numel(heights), numel(widths))
    top = 0
    for i = 0..numel(heights)-1
        left = 0
        for j = 0..numel(widths)-1
            c[i,j] = m[top..top+heights[i]-1, left..left+widths[j]-1]
            left += widths[j]
        end
        top += heights[i]
    end
end

function c = mat2cell(m : mat)
    c = mat2cell(m, int(ones(size(m,0))), int(ones(size(m,1))))
end

% Function: meshgrid
% The coordinates of a grid: X[i,j] is x[j], Y[i,j] is y[i].
%
% Parameters:
% x - the coordinates along rows
% y - those down columns
% > meshgrid([1,2,3], [5,6]) == [[1,2,3],[1,2,3]]
% > [x, y] = meshgrid([1,2,3], [5,6]); y == [[5,5,5],[6,6,6]]
function [X, Y] = meshgrid(x : vec, y : vec)
    X = uninit(numel(y), numel(x))
    Y = uninit(numel(y), numel(x))
    for i = 0..numel(y)-1
        for j = 0..numel(x)-1
            X[i,j] = x[j]
            Y[i,j] = y[i]
        end
    end
end

% Function: int2pos
% Another name of ind2pos.
%
% Parameters:
% s - the extents of an array
% i - a linear index
% > int2pos([2,3], 4) == [1,1]
function pos = int2pos(s, i : int)
    pos = ind2pos(s, i)
end
