% Module: imenhance
% Contrast.
{!doc category="Image Processing/Contrast"}

% Function: histeq
% Equalises the histogram: each value is replaced by the share of pixels that are not brighter, so that all grey levels occur equally often.
%
% Parameters:
% x      - the image, in 0..1; values outside are limited
% levels - the number of grey levels that are told apart
%
% Returns an image in 0..1.
% > histeq([[0,0.2,0.4,1]], 5) == [0.25,0.5,0.75,1]
% | import "imfilter.q"
% | x = 0.4 + 0.05*gaussian_filter(randn(120,160), 3)
% | imshow(x, [0,1])
% | imshow(histeq(x), [0,1])
function y = histeq(x : mat, levels : int = 256)
    counts = vec[int](levels)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            counts[grey_level(x[m,n], levels)] += 1
        end
    end
    share = cumsum(float(counts))/numel(x)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = share[grey_level(x[m,n], levels)]
        end
    end
end

% Function: adapthisteq
% Contrast-limited adaptive equalisation (CLAHE): equalises the histograms of tiles, between whose centres results are interpolated.
% Reference: Zuiderveld, "Contrast limited adaptive histogram equalization", 1994.
%
% Parameters:
% x      - the image, in 0..1; values outside are limited
% tiles  - rows and columns of tiles
% limit  - no level counts for more than limit times the mean; what is above is spread over all levels. 1 changes little, large numbers
%          equalise fully
% levels - the number of grey levels that are told apart
%
% Returns an image in 0..1.
% > size(adapthisteq(rand(20,30), [2,3])) == [20,30]
function y = adapthisteq(x : mat, tiles = [8,8], limit : scalar = 2.5, levels : int = 256)
    rows = int(tiles[0])
    columns = int(tiles[1])
    if rows < 1 || columns < 1 || rows > size(x,0) || columns > size(x,1)
        error("adapthisteq: every tile needs a pixel")
    end
    map = zeros(rows*columns, levels)
    for t = 0..rows*columns-1
        tile_map(x, map, t, rows, columns, limit)
    end
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            p = clamp((m + 0.5)*rows/size(x,0) - 0.5, rows - 1.0)
            q = clamp((n + 0.5)*columns/size(x,1) - 0.5, columns - 1.0)
            i = min(int(p), max(rows - 2, 0))
            j = min(int(q), max(columns - 2, 0))
            below = min(i + 1, rows - 1)
            right = min(j + 1, columns - 1)
            g = grey_level(x[m,n], levels)
            first = lerp(map[i*columns+j,g], map[i*columns+right,g], q - j)
            second = lerp(map[below*columns+j,g], map[below*columns+right,g], q - j)
            y[m,n] = lerp(first, second, p - i)
        end
    end
end

% Function: stretch
% Maps the least value to 0 and the greatest to 1; a constant image to 0.
% > stretch([2,4,6]) == [0,0.5,1]
% | x = 3*ones(4,4)
% | x[1,1] = 5.0
% | x[2,2] = 4.0
% | print stretch(x)
function y = stretch(x : cube)
    low = min(x)
    high = max(x)
    y = (x - low)*(high > low ? 1/(high - low) : 0.0)
end

% Function: graythresh
% A threshold between dark and bright: the one at which the means of both differ most, with regard to how many pixels there are of each.
% Reference: Otsu, "A threshold selection method from gray-level histograms", 1979.
%
% Parameters:
% x      - the image, of any range
% levels - the number of grey levels that are told apart between the least and the greatest value
%
% Returns a value between two levels: `x > graythresh(x)` are the bright pixels.
% > graythresh([1,2,2,8,9,9], 9) == 2.5
% | x = 0.2 + 0.1*randn(120,160)
% | x[30..80,40..120] += 0.5
% | imshow(x > graythresh(x), [0,1])
function t : scalar = graythresh(x : mat, levels : int = 256)
    low = min(x)
    step = (max(x) - low)/(levels - 1)
    counts = vec[int](levels)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            counts[step > 0 ? grey_level((x[m,n] - low)/(step*(levels - 1)), levels) : 0] += 1
        end
    end
    share = cumsum(float(counts))/numel(x)
    moment = cumsum(float(counts).*(0..levels-1))/numel(x)
    best = 0
    most = -1.0
    for k = 0..levels-2
        if share[k] > 0 && share[k] < 1
            between = (moment[levels-1]*share[k] - moment[k])^2/(share[k]*(1 - share[k]))
            if between > most
                most = between
                best = k
            end
        end
    end
    t = low + (best + 0.5)*step
end

% The level of a value among so many from 0 to 1: the nearest.
function g = __device__ grey_level(v : scalar, levels : int)
    g = int(saturate(v)*(levels - 1) + 0.5)
end

% Row t of map: which share of the pixels of tile t is not brighter than each level, with the limit on counts.
function [] = tile_map(x : mat, map : mat, t : int, rows : int, columns : int, limit : scalar)
    levels = size(map,1)
    i = int(t/columns)
    j = t - i*columns
    top = int(i*size(x,0)/rows)
    bottom = int((i + 1)*size(x,0)/rows) - 1
    left = int(j*size(x,1)/columns)
    right = int((j + 1)*size(x,1)/columns) - 1
    counts = zeros(levels)
    for m = top..bottom
        for n = left..right
            counts[grey_level(x[m,n], levels)] += 1
        end
    end
    pixels = (bottom - top + 1)*(right - left + 1)
    most = limit*pixels/levels
    above = 0.0
    for g = 0..levels-1
        above += max(counts[g] - most, 0)
    end
    total = 0.0
    for g = 0..levels-1
        total += min(counts[g], most) + above/levels
        map[t,g] = total/pixels
    end
end
