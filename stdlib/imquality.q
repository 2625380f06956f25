% Module: imquality
% Numbers that tell how good an image is.
{!doc category="Image Processing/Quality"}

% Function: psnr
% The peak signal-to-noise ratio of two images, in decibels: 10 log10(peak^2/mean((x - y)^2)). It is inf for equal images.
%
% Parameters:
% x, y - images of one size
% peak - the greatest value that a pixel can have; without one, or 0, what the pixels tell: 1 if those of one image stay below 2 (so that noise
%     may go beyond 1), else 255, as imread gives it, and 65535 if both have pixels above 510
% > abs(psnr([[0,0,0,0]], [[0.1,-0.1,0.1,0.1]]) - 20) < 1e-3
% > abs(psnr([[0,0,0,200]], [[10,10,10,210]]) - 20*log10(25.5)) < 1e-3
function ratio : scalar = psnr(x : cube, y : cube, peak : scalar = 0)
    if any(size(x, 0..2) != size(y, 0..2))
        error("psnr: the images have different sizes")
    end
    if peak == 0
        greatest = min(max(x), max(y))
        peak = greatest < 2 ? 1.0 : (greatest <= 510 ? 255.0 : 65535.0)
    end
    d = x - y
    ratio = 10*log10(peak^2*numel(x)/sum(d.*d))
end

% Function: estimate_noise
% The standard deviation of the white noise in an image: the median of the moduli of the finest diagonal details, which hardly tell of
% anything else, over that of a normal distribution. The details are those of Haar's wavelet, one for each block of 2 by 2 pixels.
% Reference: Donoho, Johnstone, "Ideal spatial adaptation by wavelet shrinkage", 1994.
%
% Parameters:
% x - the image, of at least 2 by 2 pixels
% > abs(estimate_noise([[1,0],[0,1]])*0.67449 - 1) < 1e-4
function sigma : scalar = estimate_noise(x : mat)
    rows = int(size(x,0)/2)
    columns = int(size(x,1)/2)
    if rows == 0 || columns == 0
        error("estimate_noise: the image needs two rows and two columns")
    end
    d = zeros(rows*columns)
    for m = 0..rows-1
        for n = 0..columns-1
            d[m*columns+n] = 0.5*abs(x[2*m,2*n] - x[2*m,2*n+1] - x[2*m+1,2*n] + x[2*m+1,2*n+1])
        end
    end
    sigma = median(d)[0]/0.6744898
end

% Function: blur_metric
% How blurred an image is, from 0 (sharp) to 1: the share of the differences of neighbours that is still there when the image is blurred
% once more, along columns or along rows, whichever is more. A constant image has 0.
% Reference: Crété, Dolmiere, Ladret, Nicolas, "The blur effect: perception and estimation with a new no-reference perceptual blur metric", 2007.
%
% Parameters:
% x - the image, of at least 5 by 5 pixels
% > x = zeros(20,20); x[:,10..19] = 1.0; blur_metric(x) < 0.2
function b : scalar = blur_metric(x : mat)
    if size(x,0) < 5 || size(x,1) < 5
        error("blur_metric: the image needs five rows and five columns")
    end
    b = max(blur_along(x, 1, 0), blur_along(x, 0, 1))
end

% The share in the direction of dy and dx.
function b = blur_along(x : mat'mirror, dy : int, dx : int)
    all = 0.0
    lost = 0.0
    for m = 1..size(x,0)-1
        for n = 1..size(x,1)-1
            sharp = abs(x[m,n] - x[m-dy,n-dx])
            % The mean of nine pixels changes by a ninth of the difference of the one that enters and the one that leaves.
            soft = abs(x[m+4*dy,n+4*dx] - x[m-5*dy,n-5*dx])/9
            all += sharp
            lost += max(sharp - soft, 0.0)
        end
    end
    b = all > 0 ? 1 - lost/all : 0.0
end
