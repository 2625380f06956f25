% Module: imfilter
% Linear filters of images.
{!doc category="Image Processing/Filters"}

% Function: imfilter
% Correlates every channel of an image with a mask: y[m,n,k] = sum of mask[i,j] x[m+i-center[0], n+j-center[1], k].
%
% Parameters:
% x      - the image: a matrix, or a cube of channels
% mask   - the weights
% center - row and column of the mask that lie on the pixel itself; by default the middle
% mode   - what lies outside of the image: "mirror", "clamped", "circular", "zero"
%
% Returns an array of the size of x. An unknown mode is an error.
% > imfilter([1,2,3], [1,1,1], [0,1], "zero") == [3,6,5]
function y = imfilter(x : mat, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)], mode = "mirror")
    y = imfilter_plane(x, mask, center[0], center[1], mode)
end

function y = imfilter(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)], mode = "mirror")
    if size(x,2) == 1
        y = imfilter_plane(x[:,:,0], mask, center[0], center[1], mode)
    else
        % Channel by channel, so that vectors go along rows.
        y = uninit(size(x,0), size(x,1), size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imfilter_plane(x[:,:,k], mask, center[0], center[1], mode)
        end
    end
end

% Function: gaussian_filter
% Smooths every channel of an image by a Gaussian, rows and columns one after the other.
%
% Parameters:
% x     - the image
% sigma - standard deviation in pixels
% n     - length of the mask; 0: long enough for three standard deviations on each side
% mode  - what lies outside of the image, as for imfilter
% > max(abs(gaussian_filter(ones(4,5), 1) - 1)) < 1e-5
% | x = zeros(120,160)
% | for m = 0..119
% |     for n = 0..159
% |         x[m,n] = 127 + 127*cos(0.006*((m-60)^2 + (n-80)^2))
% |     end
% | end
% | imshow(x, [0,255])
% | imshow(gaussian_filter(x, 1.5), [0,255])
function y = gaussian_filter(x : mat, sigma : scalar, n : int = 0, mode = "mirror")
    row = gaussian_row(sigma, n)
    radius = int(size(row,1)/2)
    y = imfilter(imfilter(x, row, [0, radius], mode), transpose(row), [radius, 0], mode)
end

function y = gaussian_filter(x : cube, sigma : scalar, n : int = 0, mode = "mirror")
    row = gaussian_row(sigma, n)
    radius = int(size(row,1)/2)
    y = imfilter(imfilter(x, row, [0, radius], mode), transpose(row), [radius, 0], mode)
end

% The weights of gaussian_filter.
function row = gaussian_row(sigma : scalar, n : int)
    radius = n > 0 ? int(n/2) : int(ceil(3*sigma))
    row = zeros(1, 2*radius + 1)
    for i = 0..2*radius
        row[0,i] = exp(-(i - radius)^2/(2*sigma^2))
    end
    row = row/sum(row)
end

% Function: imgradients
% Derivatives of every channel along columns and rows, by Sobel's masks over 8: the difference per pixel.
%
% Returns the derivative in the direction of the columns and that in the direction of the rows.
% > [dx,dy] = imgradients([[0,1,2],[0,1,2],[0,1,2]]); dx[1,1] == 1 && max(abs(dy)) == 0
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | [dx,dy] = imgradients(x)
% | imshow(dx, [])
% | imshow(dy, [])
function [dx, dy] = imgradients(x : cube)
    mask = [[-1,0,1],[-2,0,2],[-1,0,1]]/8
    dx = imfilter(x, mask)
    dy = imfilter(x, transpose(mask))
end

% One channel: the access mode decides what lies outside.
function y = imfilter_plane(x : mat, mask : mat, row : int, column : int, mode : string)
    match mode with
    | "mirror" ->
        mirrored : 'mirror = x
        y = imfilter_correlate(mirrored, mask, row, column)
    | "clamped" ->
        clamped : 'clamped = x
        y = imfilter_correlate(clamped, mask, row, column)
    | "circular" ->
        circular : 'circular = x
        y = imfilter_correlate(circular, mask, row, column)
    | "zero" ->
        extended : 'safe = x
        y = imfilter_correlate(extended, mask, row, column)
    | _ ->
        error("imfilter: unknown mode " + mode)
    end
end

% The sums of imfilter.
function y = imfilter_correlate(x, mask : mat, row : int, column : int)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for i = 0..size(mask,0)-1
                for j = 0..size(mask,1)-1
                    s += mask[i,j]*x[m+i-row, n+j-column]
                end
            end
            y[m,n] = s
        end
    end
end
