% Module: boxfilter
% Sums over windows, as the filters of He and Sun take them.
{!doc category="Image Processing/Filters"}

% Function: boxfilter
% The sum over a window around each pixel, of the part of it that lies in the image: boxfilter(ones(size(x)), r) counts its pixels.
% The time does not depend on the radius. imboxfilt of imdenoise.q gives means over mirrored borders instead.
%
% Parameters:
% x - the image
% r - radius of the window, which has 2r+1 rows and columns
% > boxfilter(ones(3,4), 1) == [[4,6,6,4],[6,9,9,6],[4,6,6,4]]
function y = boxfilter(x : mat, r : int)
    if r < 0
        error("boxfilter: the radius is ", r)
    end
    [h, w] = size(x, 0..1)
    down = cumsum(x, 0)
    rows = uninit(h, w)
    for m = 0..h-1
        for n = 0..w-1
            % Above the first row the running sum is 0, as all that is read outside.
            rows[m,n] = down[min(m+r,h-1),n] - down[m-r-1,n]
        end
    end
    along = cumsum(rows, 1)
    y = uninit(h, w)
    for m = 0..h-1
        for n = 0..w-1
            y[m,n] = along[m,min(n+r,w-1)] - along[m,n-r-1]
        end
    end
end
