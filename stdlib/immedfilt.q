% Module: immedfilt
% Filters by order of size.

% Function: immedfilt
% Median of the (2r+1)×(2r+1) elements around each one. Beyond the border the image is mirrored.
%
% Parameters:
% x - the image: a matrix, or a cube, of which each channel is filtered by itself; without nan
% r - radius of the window in pixels
% > immedfilt([[1,2,3],[4,90,6],[7,8,9]], 1)[1,1] == 6
function y = immedfilt(x : mat, r : int)
    y = r == 1 ? median_of_nine(x) : imrankfilt(x, r, int(((2*r + 1)^2 - 1)/2))
end

function y = immedfilt(x : cube, r : int)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for k = 0..size(x,2)-1
        y[:,:,k] = immedfilt(x[:,:,k], r)
    end
end

% The median of 3 by 3. With the rows of the window in order, it is the one in the middle of these: the greatest of the first elements,
% the middle of the second, the least of the third.
function y = median_of_nine(x : mat'mirror)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            low = -1.0/0.0
            high = 1.0/0.0
            [low, a, high] = narrowed(low, high, x[m-1,n-1], x[m-1,n], x[m-1,n+1])
            [low, b, high] = narrowed(low, high, x[m,n-1], x[m,n], x[m,n+1])
            [low, c, high] = narrowed(low, high, x[m+1,n-1], x[m+1,n], x[m+1,n+1])
            y[m,n] = middle_of(low, middle_of(a, b, c), high)
        end
    end
end

% The greater of low and the least of three, the middle of the three, and the lesser of high and the greatest.
function [less, middle, more] = __device__ narrowed(low : scalar, high : scalar, a : scalar, b : scalar, c : scalar)
    less = max(low, min(min(a, b), c))
    middle = middle_of(a, b, c)
    more = min(high, max(max(a, b), c))
end

function y = __device__ middle_of(a : scalar, b : scalar, c : scalar)
    y = max(min(a, b), min(max(a, b), c))
end

% Function: imrankfilt
% The element that has the given place in ascending order among the (2r+1)×(2r+1) around each one: 0 is the least.
% Beyond the border the image is mirrored.
%
% Parameters:
% x     - the image
% r     - radius of the window in pixels
% place - from 0 to (2r+1)^2 - 1
% > imrankfilt([[1,2,3],[4,90,6],[7,8,9]], 1, 8)[1,1] == 90
function y = imrankfilt(x : mat, r : int, place : int)
    if r < 0 || place < 0 || place >= (2*r + 1)^2
        error(sprintf("imrankfilt: a window of radius %d has no element number %d", r, place))
    end
    y = uninit(size(x,0), size(x,1))
    parallel_do(size(y,0..1), x, y, r, place, rank_kernel)
end

% Halves the interval of values in which the element lies: counts those up to the middle, and goes on with the elements next to it.
function [] = __kernel__ rank_kernel(x : mat'mirror, y : mat'unchecked, r : int, place : int, pos : ivec2)
    low = x[pos]
    high = low
    for i = -r..r
        for j = -r..r
            v = x[pos[0]+i, pos[1]+j]
            low = min(low, v)
            high = max(high, v)
        end
    end
    while low < high
        middle = low + 0.5*(high - low)
        middle = middle < high ? middle : low
        count = 0
        under = low
        over = high
        for i = -r..r
            for j = -r..r
                v = x[pos[0]+i, pos[1]+j]
                count += v <= middle ? 1 : 0
                under = v <= middle ? max(under, v) : under
                over = v <= middle ? over : min(over, v)
            end
        end
        high = count > place ? under : high
        low = count > place ? low : over
    end
    y[pos] = low
end
