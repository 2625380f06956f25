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

function y = imresize_to(x : cube, rows : int, columns : int, method : string)
    if rows < 1 || columns < 1
        error(sprintf("imresize: an image has at least one row and one column, not %d×%d", rows, columns))
    end
    if size(x,2) == 1
        y = imresize_plane(x[:,:,0], rows, columns, method)
    else
        y = uninit(rows, columns, size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imresize_plane(x[:,:,k], rows, columns, method)
        end
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
        for m = 0..rows-1
            for n = 0..columns-1
                p = (m + 0.5)*a - 0.5
                q = (n + 0.5)*b - 0.5
                i = int(floor(p))
                j = int(floor(q))
                above = lerp(x[i,j], x[i,j+1], q - j)
                below = lerp(x[i+1,j], x[i+1,j+1], q - j)
                y[m,n] = lerp(above, below, p - i)
            end
        end
    | "bicubic" ->
        for m = 0..rows-1
            for n = 0..columns-1
                p = (m + 0.5)*a - 0.5
                q = (n + 0.5)*b - 0.5
                i = int(floor(p))
                j = int(floor(q))
                s = 0.0
                for u = -1..2
                    t = 0.0
                    for v = -1..2
                        t += cubic_weight(q - j - v)*x[i+u,j+v]
                    end
                    s += cubic_weight(p - i - u)*t
                end
                y[m,n] = s
            end
        end
    | _ ->
        error("imresize: unknown method " + method)
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
