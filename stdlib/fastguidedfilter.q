% Module: fastguidedfilter
% The guided filter with coefficients of a coarser grid.
{!doc category="Image Processing/Filters"}

import "boxfilter.q"
import "imresize.q"

% Function: fastguidedfilter
% Smooths p along the edges of a guide: in each window the result is a linear function of the guide, whose coefficients are computed for
% every s-th pixel and interpolated. With s = 1 it is the guided filter. Windows are cut off at the borders.
% Reference: He, Sun, "Fast guided filter", 2015.
%
% Parameters:
% guide   - the image that has the edges, for instance p itself
% p       - the image to be smoothed
% r       - radius of the windows
% epsilon - edges of the guide with a variance well above it stay
% s       - the step of the coarser grid
% > max(abs(fastguidedfilter(eye(8), ones(8,8), 2, 0.01, 2) - 1)) < 1e-5
function q = fastguidedfilter(guide : mat, p : mat, r : int, epsilon : scalar, s : int = 4)
    if s < 1
        error("fastguidedfilter: the step of the grid is ", s)
    end
    [h, w] = size(guide, 0..1)
    coarse = [max(1, int(h/s)), max(1, int(w/s))]
    few_guide = s > 1 ? imresize(guide, coarse, "nearest") : guide
    few = s > 1 ? imresize(p, coarse, "nearest") : p
    radius = max(1, int(r/s))
    count = boxfilter(ones(size(few_guide)), radius)
    mean_guide = boxfilter(few_guide, radius)./count
    mean_p = boxfilter(few, radius)./count
    covariance = boxfilter(few_guide.*few, radius)./count - mean_guide.*mean_p
    variance = boxfilter(few_guide.*few_guide, radius)./count - mean_guide.*mean_guide
    a = covariance./(variance + epsilon)
    b = mean_p - a.*mean_guide
    a = boxfilter(a, radius)./count
    b = boxfilter(b, radius)./count
    q = s > 1 ? imresize(a, [h,w], "bilinear").*guide + imresize(b, [h,w], "bilinear") : a.*guide + b
end
