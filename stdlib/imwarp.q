% Module: imwarp
% Images turned, sheared and seen from elsewhere: values between pixels are interpolated.
{!doc category="Image Processing/Geometry"}

% Function: imsample
% The values of an image at places between its pixels, interpolated from the four around each.
%
% Parameters:
% x       - the image
% rows    - the rows of the places: an array of any size
% columns - their columns, an array of that size
% mode    - what lies outside of the image: "zero" (the default), "mirror", "clamped", "circular"
%
% Returns an array of the size of rows; a place that is not finite gives nan.
% > imsample([[0,1],[2,3]], [0.5,1], [0.5,0.25]) == [1.5,2.25]
function y = imsample(x : mat, rows : mat, columns : mat, mode = "zero")
    if size(rows,0) != size(columns,0) || size(rows,1) != size(columns,1)
        error("imsample: the rows and the columns of the places are arrays of one size")
    end
    match mode with
    | "zero" ->
        extended : 'safe = x
        y = sampled(extended, rows, columns)
    | "mirror" ->
        mirrored : 'mirror = x
        y = sampled(mirrored, rows, columns)
    | "clamped" ->
        clamped : 'clamped = x
        y = sampled(clamped, rows, columns)
    | "circular" ->
        circular : 'circular = x
        y = sampled(circular, rows, columns)
    | _ ->
        error("imsample: unknown mode " + mode)
    end
end

% Function: imwarp
% An image as a matrix moves it: pixel [m,n] of the result shows what lies at A*[m,n,1] of every channel, divided by the last component, so that
% A is a rotation, a scaling, a shear, a shift, or a view in perspective.
%
% Parameters:
% x       - the image: a matrix, or a cube of channels
% A       - the matrix, of three rows and columns
% extents - rows and columns of the result; by default those of x
% mode    - what lies outside of the image, as for imsample
% > imwarp([[1,2],[3,4]], [[1,0,0],[0,1,1],[0,0,1]]) == [[2,0],[4,0]]
% > imwarp([[1,2,3]], [[1,0,0],[0,0.5,0],[0,0,1]], [1,5]) == [1,1.5,2,2.5,3]
% | x = zeros(120,160)
% | x[20..99,20..139] = 1.0
% | imshow(imwarp(x, [[1,0.2,-10],[0,1,0],[0.002,0,1]]), [0,1])
function y = imwarp(x : mat, A : mat(3,3), extents : vec2 = size(x, 0..1), mode = "zero")
    [rows, columns] = moved(A, int(extents[0]), int(extents[1]))
    y = imsample(x, rows, columns, mode)
end

function y = imwarp(x : cube, A : mat(3,3), extents : vec2 = size(x, 0..1), mode = "zero")
    [rows, columns] = moved(A, int(extents[0]), int(extents[1]))
    y = uninit(size(rows,0), size(rows,1), size(x,2))
    for k = 0..size(x,2)-1
        y[:,:,k] = imsample(x[:,:,k], rows, columns, mode)
    end
end

% Function: imrotate
% Turns an image around its centre, counterclockwise. Where nothing of it comes to lie, the result is 0.
%
% Parameters:
% x       - the image: a matrix, or a cube of channels
% degrees - the angle
% box     - "loose" (the default): the result is so large that all of the image is in it; "crop": it is of the size of x
% > imrotate([[1,2],[3,4]], 90) == [[2,4],[1,3]]
% > size(imrotate(ones(10,20), 45, "crop")) == [10,20]
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | imshow(imrotate(x, 20), [0,1])
function y = imrotate(x : mat, degrees : scalar, box = "loose")
    y = imwarp(x, turn(size(x, 0..1), turned_extents(size(x, 0..1), degrees, box), degrees), turned_extents(size(x, 0..1), degrees, box))
end

function y = imrotate(x : cube, degrees : scalar, box = "loose")
    y = imwarp(x, turn(size(x, 0..1), turned_extents(size(x, 0..1), degrees, box), degrees), turned_extents(size(x, 0..1), degrees, box))
end

% Rows and columns of what imrotate gives.
function extents : vec2 = turned_extents(from : vec2, degrees : scalar, box : string)
    [c, s] = direction(degrees)
    match box with
    | "loose" -> extents = [floor(abs(c)*from[0] + abs(s)*from[1] + 0.5), floor(abs(s)*from[0] + abs(c)*from[1] + 0.5)]
    | "crop" -> extents = from
    | _ -> error("imrotate: unknown box " + box)
    end
end

% Cosine and sine, exact of right angles, so that no pixel is mixed with its neighbours.
function [c, s] = direction(degrees : scalar)
    c = cos(degrees*pi/180)
    s = sin(degrees*pi/180)
    if frac(degrees/90) == 0
        c = round(c)
        s = round(s)
    end
end

% The matrix for imwarp that turns and brings one centre to the other.
function A : mat(3,3) = turn(from : vec2, to : vec2, degrees : scalar)
    [c, s] = direction(degrees)
    m = (to[0] - 1)/2
    n = (to[1] - 1)/2
    A = [[c, s, (from[0] - 1)/2 - c*m - s*n], [-s, c, (from[1] - 1)/2 + s*m - c*n], [0, 0, 1]]
end

% Where a matrix moves the pixels of an image of some size.
function [rows, columns] = moved(A : mat(3,3), height : int, width : int)
    rows = uninit(height, width)
    columns = uninit(height, width)
    for m = 0..height-1
        for n = 0..width-1
            depth = A[2,0]*m + A[2,1]*n + A[2,2]
            rows[m,n] = (A[0,0]*m + A[0,1]*n + A[0,2])/depth
            columns[m,n] = (A[1,0]*m + A[1,1]*n + A[1,2])/depth
        end
    end
end

% The access mode of x decides what lies outside.
function y = sampled(x, rows : mat, columns : mat)
    y = uninit(size(rows,0), size(rows,1))
    for m = 0..size(rows,0)-1
        for n = 0..size(rows,1)-1
            i = int(floor(rows[m,n]))
            j = int(floor(columns[m,n]))
            a = rows[m,n] - i
            b = columns[m,n] - j
            y[m,n] = lerp(lerp(x[i,j], x[i,j+1], b), lerp(x[i+1,j], x[i+1,j+1], b), a)
        end
    end
end
