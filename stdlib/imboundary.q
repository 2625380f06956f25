% Module: imboundary
% Margins around images.
{!doc category="Image Processing/Geometry"}

% Function: impad
% An image with a margin.
%
% Parameters:
% x       - the image: a matrix, or a cube of channels
% rows    - height of the margin above and below
% columns - width of the margin on the left and on the right
% mode    - what the margin shows: "mirror" (the default), "clamped", "circular", "zero"
% > impad([1,2,3], 0, 2) == [2,1,1,2,3,3,2]
function y = impad(x : cube, rows : int, columns : int, mode = "mirror")
    if rows < 0 || columns < 0
        error("impad: a margin cannot be negative; imcrop cuts margins off")
    end
    match mode with
    | "mirror" ->
        mirrored : 'mirror = x
        y = padded(mirrored, rows, columns)
    | "clamped" ->
        clamped : 'clamped = x
        y = padded(clamped, rows, columns)
    | "circular" ->
        circular : 'circular = x
        y = padded(circular, rows, columns)
    | "zero" ->
        extended : 'safe = x
        y = padded(extended, rows, columns)
    | _ ->
        error("impad: unknown mode " + mode)
    end
end

% Function: imcrop
% An image without its margin: the inverse of impad.
% > imcrop([2,1,1,2,3,3,2], 0, 2) == [1,2,3]
function y = imcrop(x : cube, rows : int, columns : int)
    y = x[rows..size(x,0)-1-rows, columns..size(x,1)-1-columns, :]
end

% The access mode of x decides what the margin shows.
function y = padded(x, rows : int, columns : int)
    y = uninit(size(x,0) + 2*rows, size(x,1) + 2*columns, size(x,2))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for k = 0..size(y,2)-1
                y[m,n,k] = x[m-rows, n-columns, k]
            end
        end
    end
end
