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
    if r == 1
        y = median_of_nine(x)
    elseif r == 2
        y = median_of_25(x)
    else
        y = imrankfilt(x, r, int(((2*r + 1)^2 - 1)/2))
    end
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

% The median of 5 by 5. With the columns of the window in order and then its rows, which leaves columns in order, an element has at least
% those above and on the left below it; so six are certainly too low and six too high, and the median is that of the other thirteen.
function y = median_of_25(x : mat'mirror)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            [a0,b0,c0,d0,e0] = five_in_order(x[m-2,n-2], x[m-1,n-2], x[m,n-2], x[m+1,n-2], x[m+2,n-2])
            [a1,b1,c1,d1,e1] = five_in_order(x[m-2,n-1], x[m-1,n-1], x[m,n-1], x[m+1,n-1], x[m+2,n-1])
            [a2,b2,c2,d2,e2] = five_in_order(x[m-2,n], x[m-1,n], x[m,n], x[m+1,n], x[m+2,n])
            [a3,b3,c3,d3,e3] = five_in_order(x[m-2,n+1], x[m-1,n+1], x[m,n+1], x[m+1,n+1], x[m+2,n+1])
            [a4,b4,c4,d4,e4] = five_in_order(x[m-2,n+2], x[m-1,n+2], x[m,n+2], x[m+1,n+2], x[m+2,n+2])
            [a0,a1,a2,a3,a4] = five_in_order(a0, a1, a2, a3, a4)
            [b0,b1,b2,b3,b4] = five_in_order(b0, b1, b2, b3, b4)
            [c0,c1,c2,c3,c4] = five_in_order(c0, c1, c2, c3, c4)
            [d0,d1,d2,d3,d4] = five_in_order(d0, d1, d2, d3, d4)
            [e0,e1,e2,e3,e4] = five_in_order(e0, e1, e2, e3, e4)
            y[m,n] = middle_of_thirteen(a3, a4, b2, b3, b4, c1, c2, c3, d0, d1, d2, e0, e1)
        end
    end
end

function [low, high] = __device__ ordered(a : scalar, b : scalar)
    low = min(a, b)
    high = max(a, b)
end

function [v, w, x, y, z] = __device__ five_in_order(a : scalar, b : scalar, c : scalar, d : scalar, e : scalar)
    [a,b] = ordered(a, b)
    [d,e] = ordered(d, e)
    [c,e] = ordered(c, e)
    [c,d] = ordered(c, d)
    [b,e] = ordered(b, e)
    [a,d] = ordered(a, d)
    [a,c] = ordered(a, c)
    [b,d] = ordered(b, d)
    [b,c] = ordered(b, c)
    v = a
    w = b
    x = c
    y = d
    z = e
end

% Of eight of thirteen neither the least nor the greatest is in the middle; nor of the six that are left and the next one, and so on.
function y = __device__ middle_of_thirteen(a : scalar, b : scalar, c : scalar, d : scalar, e : scalar, f : scalar, g : scalar, h : scalar, i : scalar, j : scalar, k : scalar, l : scalar, m : scalar)
    [a,b] = ordered(a, b)
    [c,d] = ordered(c, d)
    [e,f] = ordered(e, f)
    [g,h] = ordered(g, h)
    [a,c] = ordered(a, c)
    [a,e] = ordered(a, e)
    [a,g] = ordered(a, g)
    [b,h] = ordered(b, h)
    [d,h] = ordered(d, h)
    [f,h] = ordered(f, h)
    [b,c] = ordered(b, c)
    [d,e] = ordered(d, e)
    [f,g] = ordered(f, g)
    [b,d] = ordered(b, d)
    [b,f] = ordered(b, f)
    [b,i] = ordered(b, i)
    [c,i] = ordered(c, i)
    [e,i] = ordered(e, i)
    [g,i] = ordered(g, i)
    [c,d] = ordered(c, d)
    [e,f] = ordered(e, f)
    [g,j] = ordered(g, j)
    [c,e] = ordered(c, e)
    [c,g] = ordered(c, g)
    [d,j] = ordered(d, j)
    [f,j] = ordered(f, j)
    [d,e] = ordered(d, e)
    [f,g] = ordered(f, g)
    [d,f] = ordered(d, f)
    [d,k] = ordered(d, k)
    [e,k] = ordered(e, k)
    [g,k] = ordered(g, k)
    [e,f] = ordered(e, f)
    [g,l] = ordered(g, l)
    [e,g] = ordered(e, g)
    [f,l] = ordered(f, l)
    [f,g] = ordered(f, g)
    [f,m] = ordered(f, m)
    [g,m] = ordered(g, m)
    y = g
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
