% Module: imdenoise
% Removing noise from images. Beyond the border images are mirrored.
{!doc category="Image Processing/Noise"}

import "imfilter.q"

% Function: imnlmfilt
% Non-local means: every pixel becomes a mean over its neighbourhood, in which pixels weigh the more the more the patches around them
% look like the patch around it. Reference: Buades, Coll, Morel, "A non-local algorithm for image denoising", 2005.
%
% Parameters:
% x      - the image
% search - radius of the neighbourhood
% patch  - radius of the patches
% h      - patches that differ by h per pixel (root of the mean square) weigh 1/e
%
% > max(abs(imnlmfilt(ones(6,7), 2, 1, 0.1) - 1)) < 1e-5
function y = imnlmfilt(x : mat'mirror, search : int, patch : int, h : scalar)
    if h <= 0
        error("imnlmfilt: h must be positive")
    end
    total = zeros(size(x,0), size(x,1))
    weights = zeros(size(x,0), size(x,1))
    area = (2*patch + 1)^2
    for dy = -search..search
        for dx = -search..search
            % The distances of all pairs of pixels of one shift are the same sums along rows and then along columns.
            margin = zeros(size(x,0) + 2*patch, size(x,1))
            for m = 0..size(margin,0)-1
                for n = 0..size(x,1)-1
                    s = 0.0
                    for j = -patch..patch
                        s += (x[m-patch,n+j] - x[m-patch+dy,n+j+dx])^2
                    end
                    margin[m,n] = s
                end
            end
            for m = 0..size(x,0)-1
                for n = 0..size(x,1)-1
                    d = 0.0
                    for i = 0..2*patch
                        d += margin[m+i,n]
                    end
                    w = exp(-d/(area*h*h))
                    total[m,n] = total[m,n] + w*x[m+dy,n+dx]
                    weights[m,n] = weights[m,n] + w
                end
            end
        end
    end
    y = total./weights
end

% Function: imbilatfilt
% The bilateral filter: a Gaussian mean over the neighbourhood in which pixels of another value weigh less.
%
% Parameters:
% x       - the image
% spatial - standard deviation of the weights in space; the neighbourhood reaches three of them
% range   - standard deviation of the weights in value
% > imbilatfilt([[0,0,1,1]], 1, 0.01) == [0,0,1,1]
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | x += 0.1*randn(120,160)
% | imshow(x, [0,1])
% | imshow(imbilatfilt(x, 3, 0.4), [0,1])
function y = imbilatfilt(x : mat'mirror, spatial : scalar, range : scalar)
    if spatial <= 0 || range <= 0
        error("imbilatfilt: both deviations must be positive")
    end
    radius = int(ceil(3*spatial))
    a = 1/(2*spatial^2)
    b = 1/(2*range^2)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            weights = 0.0
            for i = -radius..radius
                for j = -radius..radius
                    v = x[m+i,n+j]
                    w = exp(-a*(i*i + j*j) - b*(v - x[m,n])^2)
                    total += w*v
                    weights += w
                end
            end
            y[m,n] = total/weights
        end
    end
end

% Function: tvdenoise
% The image that differs little from x and has little total variation: the least of |y - x|^2/2 + weight*TV(y), after Chambolle.
% Reference: Chambolle, "An algorithm for total variation minimization and applications", 2004.
%
% Parameters:
% x          - the image
% weight     - how much variation counts; edges lower than some 2*weight go
% iterations - steps; 100 are enough for the eye
% > max(abs(tvdenoise(ones(4,5), 0.1) - 1)) < 1e-5
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | x += 0.2*randn(120,160)
% | imshow(x, [0,1])
% | imshow(tvdenoise(x, 0.3), [0,1])
function y = tvdenoise(x : mat, weight : scalar, iterations : int = 100)
    if weight <= 0
        error("tvdenoise: weight must be positive")
    end
    [m, n] = size(x, 0..1)
    p = zeros(m, n)
    q = zeros(m, n)
    y = copy(x)
    for step = 1..iterations
        for i = 0..m-1
            for j = 0..n-1
                down = i < m-1 ? y[i+1,j] - y[i,j] : 0.0
                right = j < n-1 ? y[i,j+1] - y[i,j] : 0.0
                length = 1 + 0.25/weight*sqrt(down^2 + right^2)
                p[i,j] = (p[i,j] + 0.25/weight*down)/length
                q[i,j] = (q[i,j] + 0.25/weight*right)/length
            end
        end
        for i = 0..m-1
            for j = 0..n-1
                d = p[i,j] + q[i,j]
                d -= i > 0 ? p[i-1,j] : 0.0
                d -= j > 0 ? q[i,j-1] : 0.0
                y[i,j] = x[i,j] + weight*d
            end
        end
    end
end

% Function: imdiffusefilt
% Anisotropic diffusion: values flow between neighbours, the less the more they differ, so that edges stay.
% Reference: Perona, Malik, "Scale-space and edge detection using anisotropic diffusion", 1990.
%
% Parameters:
% x          - the image
% k          - differences well above k are edges
% steps      - number of steps
% rate       - how much of a difference flows in a step, up to 1/4
% conduction - "exponential": exp(-(d/k)^2) of it, which prefers edges of high contrast; "quadratic": 1/(1 + (d/k)^2), which prefers wide areas
% > max(abs(imdiffusefilt([[0,0,1,1]], 0.1, 20) - [[0,0,1,1]])) < 1e-5
function y = imdiffusefilt(x : mat, k : scalar, steps : int = 5, rate : scalar = 0.2, conduction : string = "exponential")
    if k <= 0 || rate <= 0 || rate > 0.25
        error("imdiffusefilt: k must be positive, the rate as well and not above 1/4")
    end
    if conduction != "exponential" && conduction != "quadratic"
        error("imdiffusefilt: unknown conduction " + conduction)
    end
    exponential = conduction == "exponential"
    y = copy(x)
    for step = 1..steps
        before : 'mirror = y
        y = uninit(size(x,0), size(x,1))
        for m = 0..size(x,0)-1
            for n = 0..size(x,1)-1
                v = before[m,n]
                flow = conducted(before[m-1,n] - v, k, exponential) + conducted(before[m+1,n] - v, k, exponential)
                flow += conducted(before[m,n-1] - v, k, exponential) + conducted(before[m,n+1] - v, k, exponential)
                y[m,n] = v + rate*flow
            end
        end
    end
end

% What flows over a difference.
function y = __device__ conducted(d : scalar, k : scalar, exponential : int)
    s = (d/k)^2
    y = d*(exponential != 0 ? exp(-s) : 1/(1 + s))
end

% Function: imtikhonov
% The smooth image that differs little from x: the least of |y - x|^2 + weight*|gradient of y|^2, after Tikhonov, by conjugate gradients.
%
% Parameters:
% x          - the image
% weight     - how much differences of neighbours count; details smaller than some sqrt(weight) pixels go
% iterations - steps at most; they end where what is left to solve is below the precision of numbers
% > max(abs(imtikhonov([[0,3]], 1) - [[1,2]])) < 1e-4
function y = imtikhonov(x : mat, weight : scalar, iterations : int = 50)
    if weight < 0
        error("imtikhonov: the weight must not be negative")
    end
    y = copy(x)
    r = x - roughened(x, weight)
    p = copy(r)
    square = sum(r.*r)
    enough = 1e-12*sum(x.*x)
    step = 0
    while step < iterations && square > enough
        q = roughened(p, weight)
        length = square/sum(p.*q)
        y = y + length*p
        r = r - length*q
        next = sum(r.*r)
        p = r + (next/square)*p
        square = next
        step += 1
    end
end

% x and weight times its differences from all four neighbours.
function y = roughened(x : mat'mirror, weight : scalar)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = x[m,n]
            y[m,n] = v + weight*(4*v - x[m-1,n] - x[m+1,n] - x[m,n-1] - x[m,n+1])
        end
    end
end

% Function: imboxfilt
% The mean over the window of radius r around each pixel. Its time does not depend on r.
% > imboxfilt([0,3,0], 1) == [1,1,1]
function y = imboxfilt(x : mat'mirror, r : int)
    [m, n] = size(x, 0..1)
    if r < 0 || r >= m + (m == 1)*n || (r >= n && n > 1)
        error("imboxfilt: the radius must be less than the extents of the image")
    end
    rows = zeros(m, n)
    y = zeros(m, n)
    up = m == 1 ? 0 : r
    for i = 0..m-1
        s = 0.0
        for j = -r..r
            s += x[i,j]
        end
        rows[i,0] = s
        for j = 1..n-1
            s += x[i,j+r] - x[i,j-r-1]
            rows[i,j] = s
        end
    end
    sums : 'mirror = rows
    for j = 0..n-1
        s = 0.0
        for i = -up..up
            s += sums[i,j]
        end
        y[0,j] = s
        for i = 1..m-1
            s += sums[i+up,j] - sums[i-up-1,j]
            y[i,j] = s
        end
    end
    y = y/((2*r + 1)*(2*up + 1))
end

% Function: imguidedfilter
% Smooths x along the edges of a guide: in each window the result is a linear function of the guide.
% Reference: He, Sun, Tang, "Guided image filtering", 2013.
%
% Parameters:
% guide   - the image that has the edges, for instance x itself
% x       - the image to be smoothed
% r       - radius of the windows
% epsilon - edges of the guide with a variance well above it stay
% > max(abs(imguidedfilter(eye(8), ones(8,8), 2, 0.01) - 1)) < 1e-5
function y = imguidedfilter(guide : mat, x : mat, r : int, epsilon : scalar)
    mean_guide = imboxfilt(guide, r)
    mean_x = imboxfilt(x, r)
    covariance = imboxfilt(guide.*x, r) - mean_guide.*mean_x
    variance = imboxfilt(guide.*guide, r) - mean_guide.*mean_guide
    a = covariance./(variance + epsilon)
    b = mean_x - a.*mean_guide
    y = imboxfilt(a, r).*guide + imboxfilt(b, r)
end
