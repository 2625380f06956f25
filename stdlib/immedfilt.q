% Module: immedfilt
% Filters by order of size.
{!doc category="Image Processing/Filters"}

% Function: immedfilt
% Median of the (2r+1)×(2r+1) elements around each one. Beyond the border the image is mirrored.
%
% Parameters:
% x - the image: a matrix, or a cube, of which each channel is filtered by itself; without nan
% r - radius of the window in pixels
% > immedfilt([[1,2,3],[4,90,6],[7,8,9]], 1)[1,1] == 6
% | x = 255*(rand(120,160) > 0.9)
% | x[30..90,40..120] += 100
% | imshow(x, [0,255])
% | imshow(immedfilt(x, 2), [0,255])
function y = immedfilt(x : mat, r : int)
    y = imrankfilt(x, r, int(((2*r + 1)^2 - 1)/2))
end

function y = immedfilt(x : cube, r : int)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for k = 0..size(x,2)-1
        y[:,:,k] = immedfilt(x[:,:,k], r)
    end
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
