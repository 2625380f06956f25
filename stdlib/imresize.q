% Module: imresize
% Images at another size.
{!doc category="Image Processing/Geometry"}

% Function: imresize
% Resamples every channel of an image. The picture keeps its edges: pixel i of n lies at (i + 1/2)/n of the extent. Beyond the border
% the image goes on with its last row or column. Nothing is smoothed before: smooth first (gaussian_filter) what is made much smaller.
%
% Parameters:
% x      - the image: a matrix, or a cube of channels
% target - a factor for both extents, which are rounded up, or rows and columns of the result
% method - "nearest", "bilinear" (the default) or "bicubic" (Keys' polynomial, a = -1/2)
% > imresize([[0,4]], [1,4]) == [0,1,3,4]
% | x = rand(6,8)
% | imshow(imresize(x, 20, "nearest"), [0,1])
% | imshow(imresize(x, 20, "bicubic"), [0,1])
function y = imresize(x : mat, target : scalar, method = "bilinear")
    y = imresize_to(x, resized(size(x,0), target), resized(size(x,1), target), method)
end

function y = imresize(x : mat, target : vec2, method = "bilinear")
    y = imresize_to(x, int(target[0]), int(target[1]), method)
end

function y = imresize(x : cube, target : scalar, method = "bilinear")
    y = imresize_to(x, resized(size(x,0), target), resized(size(x,1), target), method)
end

function y = imresize(x : cube, target : vec2, method = "bilinear")
    y = imresize_to(x, int(target[0]), int(target[1]), method)
end

% An extent times a factor.
function n = resized(extent : int, factor : scalar)
    n = int(ceil(extent*factor - 0.0001))
end

function y = imresize_to(x : mat, rows : int, columns : int, method : string)
    check_extents(rows, columns)
    y = imresize_plane(x, rows, columns, method)
end

function y = imresize_to(x : cube, rows : int, columns : int, method : string)
    check_extents(rows, columns)
    if size(x,2) == 1
        y = imresize_plane(x[:,:,0], rows, columns, method)
    else
        y = uninit(rows, columns, size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imresize_plane(x[:,:,k], rows, columns, method)
        end
    end
end

function [] = check_extents(rows : int, columns : int)
    if rows < 1 || columns < 1
        error(sprintf("imresize: an image has at least one row and one column, not %d×%d", rows, columns))
    end
end

% One channel.
function y = imresize_plane(x : mat'clamped, rows : int, columns : int, method : string)
    y = uninit(rows, columns)
    a = float(size(x,0))/rows
    b = float(size(x,1))/columns
    match method with
    | "nearest" ->
        for m = 0..rows-1
            for n = 0..columns-1
                y[m,n] = x[int(floor((m + 0.5)*a)), int(floor((n + 0.5)*b))]
            end
        end
    | "bilinear" ->
        y = interpolated(x, rows, columns, 2)
    | "bicubic" ->
        y = interpolated(x, rows, columns, 4)
    | _ ->
        error("imresize: unknown method " + method)
    end
end

% Between columns, then between rows, from so many elements of each.
function y = interpolated(x : mat, rows : int, columns : int, taps : int)
    [place, weight] = taps_of(columns, size(x,1), taps)
    z = between_columns(x, place, weight, taps)
    [place, weight] = taps_of(rows, size(x,0), taps)
    y = between_rows(z, place, weight, taps)
end

function y = between_columns(x : mat'clamped, place : vec[int]'unchecked, weight : mat'unchecked, taps : int)
    columns = numel(place)
    y = uninit(size(x,0), columns)
    % What 16 columns of the result are made of lies side by side, unless they are few for the extent.
    span = int(ceil(15.0*size(x,1)/columns)) + taps
    if span <= 32 && numel(x) > 0
        weights = weights_of_span(place, weight, taps, span)
        parallel_do([int((size(x,0) + 3)/4), int((columns + 15)/16), 16], x, place, weights, span, y, sum_span)
    else
        for m = 0..size(y,0)-1
            for n = 0..columns-1
                s = 0.0
                for t = 0..taps-1
                    s += weight[t,n]*x[m,place[n]+t]
                end
                y[m,n] = s
            end
        end
    end
end

% Row k*span + i has the weights that element place[16*k] + i has in columns 16*k to 16*k + 15.
function y = weights_of_span(place : vec[int]'clamped, weight : mat'clamped, taps : int, span : int)
    y = uninit(span*int((numel(place) + 15)/16), 16)
    for row = 0..size(y,0)-1
        for j = 0..15
            k = int(row/span)
            n = 16*k + j
            s = 0.0
            for t = 0..taps-1
                s += place[n] + t == place[16*k] + row - span*k ? weight[t,n] : 0.0
            end
            y[row,j] = s
        end
    end
end

% Four rows and one of 16 columns of between_columns. Elements without weight are left out, so that infinite ones stay where they belong.
function [] = __kernel__ sum_span(x : mat'unchecked, place : vec[int]'unchecked, weight : mat'unchecked, span : int, y : mat'unchecked, pos : ivec3)
    [group, k, j] = pos
    [last, end_column] = size(x, 0..1) - 1
    s = [0.0, 0.0, 0.0, 0.0]
    for i = 0..span-1
        w = weight[k*span+i,j]
        n = min(max(place[16*k] + i, 0), end_column)
        for r = 0..3
            element = x[min(4*group+r, last),n]
            s[r] = w != 0 ? s[r] + w*element : s[r]
        end
    end
    % Rows behind the last one are it again.
    n = 16*k + j
    if 16*k + 15 < size(y,1)
        for r = 0..3
            y[min(4*group+r, last),n] = s[r]
        end
    elseif n < size(y,1)
        for r = 0..3
            y[min(4*group+r, last),n] = s[r]
        end
    end
end

function y = between_rows(x : mat'clamped, place : vec[int]'unchecked, weight : mat'unchecked, taps : int)
    y = uninit(numel(place), size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            s = 0.0
            for t = 0..taps-1
                s += weight[t,m]*x[place[m]+t,n]
            end
            y[m,n] = s
        end
    end
end

% For each of count elements that stand for an extent: the first element that it is made of, and the weights of all, a column each.
function [place : vec[int], weight : mat] = taps_of(count : int, extent : int, taps : int)
    place = vec[int](count)
    weight = zeros(taps, count)
    step = float(extent)/count
    for i = 0..count-1
        p = (i + 0.5)*step - 0.5
        place[i] = int(floor(p)) - int(taps/2) + 1
        for t = 0..taps-1
            d = abs(p - place[i] - t)
            weight[t,i] = taps == 2 ? 1 - d : cubic_weight(d)
        end
    end
end

% Keys' interpolating polynomial of degree 3.
function w = __device__ cubic_weight(t : scalar)
    d = abs(t)
    w = 0.0
    if d < 1
        w = (1.5*d - 2.5)*d*d + 1
    elseif d < 2
        w = ((-0.5*d + 2.5)*d - 4)*d + 2
    end
end
