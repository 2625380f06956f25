% Finds the edges of a photograph by the method of Canny.
%
% The picture is smoothed, its gradient taken, thinned to the ridges of the
% gradient, and the ridges are kept where they are strong or hang together with
% a strong one.
%
%   ./edges photo.png out.png
%   ./edges photo.png out.png 2 10 25
%
% Reference: Canny, "A computational approach to edge detection", 1986.

% Function: gaussian
% The weights of a Gaussian of radius 3 sigma, of sum one.
function w = gaussian(sigma)
    radius = int(ceil(3*sigma))
    w = exp(-(-radius..radius).^2/(2*sigma^2))
    w = w/sum(w)
end

% Function: smooth_rows
function y = smooth_rows(x : mat'mirror, w)
    radius = int(numel(w)/2)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -radius..radius
                s += w[k + radius]*x[m,n+k]
            end
            y[m,n] = s
        end
    end
end

% Function: smooth
% A separable filter: along the rows, then along the columns.
function y = smooth(x, w)
    y = transpose(smooth_rows(transpose(smooth_rows(x, w)), w))
end

% Function: ridges
% 2 where the gradient is largest across the edge and above high, 1 above low, otherwise 0.
function label = ridges(x : mat'mirror, low, high)
    [height, width] = size(x)
    gy = zeros(height, width)
    gx = zeros(height, width)
    for m = 0..height-1
        for n = 0..width-1
            gx[m,n] = (x[m-1,n+1] - x[m-1,n-1] + 2*(x[m,n+1] - x[m,n-1]) + x[m+1,n+1] - x[m+1,n-1])/8
            gy[m,n] = (x[m+1,n-1] - x[m-1,n-1] + 2*(x[m+1,n] - x[m-1,n]) + x[m+1,n+1] - x[m-1,n+1])/8
        end
    end
    strength : mat'safe = sqrt(gx.*gx + gy.*gy)
    label = zeros(height, width)
    for m = 0..height-1
        for n = 0..width-1
            % The step across the edge: one of the eight neighbours. 0.4142 is tan(22.5 degrees).
            ax = abs(gx[m,n])
            ay = abs(gy[m,n])
            dy = ay > 0.41421356*ax ? (gy[m,n] > 0 ? 1 : -1) : 0
            dx = ax > 0.41421356*ay ? (gx[m,n] > 0 ? 1 : -1) : 0
            s = strength[m,n]
            if s > low && s >= strength[m+dy,n+dx] && s > strength[m-dy,n-dx]
                label[m,n] = s > high ? 2 : 1
            end
        end
    end
end

% Function: grow
% Ridges that touch an edge become edges; the number of them tells when to stop.
function [y, changed] = grow(label : mat'safe)
    y = zeros(size(label))
    changed = 0
    for m = 0..size(label,0)-1
        for n = 0..size(label,1)-1
            v = label[m,n]
            if v == 1
                strongest = 0.0
                for i = -1..1
                    for j = -1..1
                        strongest = max(strongest, label[m+i,n+j])
                    end
                end
                if strongest == 2
                    v = 2
                    changed += 1
                end
            end
            y[m,n] = v
        end
    end
end

% Finds the edges of a photograph by the method of Canny.
%
% Parameters:
% input  - the photograph
% output - the edges, white on black
% sigma  - width of the smoothing, in pixels
% low    - gradient at which a ridge may continue an edge, in grey levels per pixel
% high   - gradient at which a ridge is an edge for certain
function [] = main(input : string, output : string, sigma : scalar = 1.4, low : scalar = 4.0, high : scalar = 10.0)
    photo = imread(input)
    tic()
    grey = 0.299*photo[:,:,0] + 0.587*photo[:,:,1] + 0.114*photo[:,:,2]
    label = ridges(smooth(grey, gaussian(sigma)), low, high)
    rounds = 0
    repeat
        [label, changed] = grow(label)
        rounds += 1
    until changed == 0
    result = 255*(label == 2)
    time = toc("")
    imwrite(output, result)
    printf("%s: %d of %d pixels lie on edges", input, sum(label == 2), numel(label))
    printf("sigma %g, %d rounds, %.1f ms -> %s", sigma, rounds, time, output)
end
