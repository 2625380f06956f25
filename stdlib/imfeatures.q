% Module: imfeatures
% Corners, lines and motion.
{!doc category="Image Processing/Features"}

import "imfilter.q"

% Function: harris_cornerdetector
% Corners after Harris and Stephens: where the response det - k trace^2 of the structure tensor exceeds a threshold and all its neighbours.
%
% Parameters:
% x     - the image
% sigma - standard deviation of the window
% k     - weight of the trace, 0.04 to 0.06
% T     - the threshold
%
% Returns 1 at corners, 0 elsewhere.
% > x = zeros(20,20); x[8..19,8..19] = 1.0; c = harris_cornerdetector(x, 1, 0.05, 0.005); sum(c) == 1 && c[8,8] == 1
function y = harris_cornerdetector(x : mat, sigma : scalar, k : scalar, T : scalar)
    r : 'safe = harris_response(x, sigma, k)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            peak = r[m,n] > T
            for i = -1..1
                for j = -1..1
                    % Of equal neighbours the first one is the corner.
                    earlier = i < 0 || (i == 0 && j < 0)
                    other = r[m+i,n+j]
                    peak = peak && (earlier ? r[m,n] > other : r[m,n] >= other)
                end
            end
            y[m,n] = peak ? 1.0 : 0.0
        end
    end
end

% Function: harris_response
% The response of harris_cornerdetector at each pixel. Derivatives are half the differences of both neighbours.
% | import "imfilter.q"
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | r = harris_response(x, 2, 0.05)
% | imshow(x, [0,1])
% | imshow(r, [])
function r = harris_response(x : mat'mirror, sigma : scalar, k : scalar)
    xx = uninit(size(x,0), size(x,1))
    xy = uninit(size(x,0), size(x,1))
    yy = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            dx = 0.5*(x[m,n+1] - x[m,n-1])
            dy = 0.5*(x[m+1,n] - x[m-1,n])
            xx[m,n] = dx*dx
            xy[m,n] = dx*dy
            yy[m,n] = dy*dy
        end
    end
    a = gaussian_filter(xx, sigma)
    b = gaussian_filter(xy, sigma)
    c = gaussian_filter(yy, sigma)
    r = a.*c - b.*b - k*(a + c).*(a + c)
end

% Function: hough
% The Hough transform for lines: how many elements of x that are not 0 lie on the line column*cos(theta) + row*sin(theta) = rho.
%
% Parameters:
% x      - the image of edges
% angles - the number of angles theta, equally spaced from -pi/2 to below pi/2
%
% Returns counts: a row for each whole rho from -D to D, D being the diagonal rounded up, and a column for each angle.
% > H = hough([[0,1],[0,1]], 4); H[3,2] == 2
% | x = zeros(80,80)
% | for k = 0..79
% |     x[k,79-k] = 1.0
% |     x[20,k] = 1.0
% | end
% | imshow(x, [0,1])
% | imshow(hough(x), [0,60])
function counts = hough(x : mat, angles : int = 180)
    far = int(ceil(sqrt((size(x,0) - 1)^2 + (size(x,1) - 1)^2)))
    counts = zeros(2*far + 1, angles)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] != 0
                for t = 0..angles-1
                    theta = pi*t/angles - 0.5*pi
                    rho = int(round(n*cos(theta) + m*sin(theta)))
                    counts[rho+far,t] += 1
                end
            end
        end
    end
end

% Function: optical_flow
% The motion between two images after Lucas and Kanade: the shift of the neighbourhood of each pixel that explains the difference best.
%
% Parameters:
% first, second - images of one size
% sigma         - standard deviation of the neighbourhood's weights
%
% Returns columns and rows per image by which each pixel moved, 0 where the neighbourhood does not tell. Motions of more than a pixel
% need smoother or smaller images.
% > [u,v] = optical_flow(zeros(5,5), zeros(5,5), 1); max(abs(u)) == 0
function [u : mat, v : mat] = optical_flow(first : mat'mirror, second : mat'mirror, sigma : scalar)
    if size(first,0) != size(second,0) || size(first,1) != size(second,1)
        error("optical_flow: the images have different sizes")
    end
    [rows, columns] = size(first, 0..1)
    xx = uninit(rows, columns)
    xy = uninit(rows, columns)
    yy = uninit(rows, columns)
    xt = uninit(rows, columns)
    yt = uninit(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            dx = 0.25*(first[m,n+1] - first[m,n-1] + second[m,n+1] - second[m,n-1])
            dy = 0.25*(first[m+1,n] - first[m-1,n] + second[m+1,n] - second[m-1,n])
            dt = second[m,n] - first[m,n]
            xx[m,n] = dx*dx
            xy[m,n] = dx*dy
            yy[m,n] = dy*dy
            xt[m,n] = dx*dt
            yt[m,n] = dy*dt
        end
    end
    a = gaussian_filter(xx, sigma)
    b = gaussian_filter(xy, sigma)
    c = gaussian_filter(yy, sigma)
    e = gaussian_filter(xt, sigma)
    f = gaussian_filter(yt, sigma)
    u = zeros(rows, columns)
    v = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            det = a[m,n]*c[m,n] - b[m,n]^2
            if det > 0.000001*(a[m,n] + c[m,n])^2
                u[m,n] = (b[m,n]*f[m,n] - c[m,n]*e[m,n])/det
                v[m,n] = (b[m,n]*e[m,n] - a[m,n]*f[m,n])/det
            end
        end
    end
end
