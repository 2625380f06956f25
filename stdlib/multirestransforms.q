% Module: multirestransforms
% Transforms of images to bands of several scales and directions, as pairs of functions: [S, S_H] = build_…; w = S(x) gives the bands
% as a vector of matrices, x = S_H(w) the image. Bands may be changed in place between the two.
%
% All keep the sum of squares, so that white noise of some deviation stays white noise of that deviation in sum; exceptions are
% the last row and column of odd sizes in the wavelet transforms. The bands of low resolution come last.
{!doc category="Image Processing/Multiresolution"}

import "wavelets.q"
import "dtcwt.q"

% Function: build_dwt
% The orthogonal wavelet transform.
%
% Parameters:
% h - scaling filter, for instance db8 or sym8
% J - number of scales
%
% Returns analysis S and synthesis S_H. Bands: for each scale from the finest details along rows, along columns, along both; then
% the image of low resolution, 3*J + 1 in all. Images may have any size.
% > [S,S_H] = build_dwt(db2, 2); x = eye(9); max(abs(S_H(S(x)) - x)) < 1e-5
function [S, S_H] = build_dwt(h : vec, J : int)
    f = wavelet_filters(h)
    S = (x : mat) -> dwt2d(x, f, J)
    S_H = (w : vec[mat]) -> idwt2d(w, f, J)
end

% Function: build_dtcwt
% The dual-tree complex wavelet transform.
%
% Parameters:
% w1 - pair of filters for the first scale, as filtercoeff_farras
% w2 - pair of filters for the other scales, as filtercoeff_dualfilt or an element of filtercoeff_selcw
% J  - number of scales
%
% Returns analysis S and synthesis S_H. Bands: as dtcwt2d gives them, 12*J + 4 in all. Images may have any size.
% > [S,S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, 2); x = eye(9); max(abs(S_H(S(x)) - x)) < 1e-5
function [S, S_H] = build_dtcwt(w1 : mat, w2 : mat, J : int)
    S = (x : mat) -> dtcwt2d(x, w1, w2, J)
    S_H = (w : vec[mat]) -> idtcwt2d(w, w1, w2, J)
end

% Function: build_stp
% The steerable pyramid: bands of octaves and directions, cut out of the spectrum by smooth windows.
% Reference: Simoncelli, Freeman, "The steerable pyramid", 1995.
%
% Parameters:
% sz - size of the images, of any two extents
% K  - number of directions
% J  - number of scales
%
% Returns analysis S and synthesis S_H. Bands: the highest frequencies; for each scale from the finest K directions, at half the
% resolution per scale; the lowest frequencies; J*K + 2 in all.
% > [S,S_H] = build_stp([9,8], 4, 2); x = ones(9,8); max(abs(S_H(S(x)) - x)) < 1e-5
function [S, S_H] = build_stp(sz, K : int, J : int)
    m = int(sz[0])
    n = int(sz[1])
    S = (x : mat) -> spectral_bands(x, m, n, K, J, 0)
    S_H = (w : vec[mat]) -> from_spectral_bands(w, m, n, K, J, 0)
end

% Function: build_energyweighted_dst2d
% The bandlimited discrete shearlet transform: as build_stp, with directions that are equally far apart as slopes, in windows that
% end where the next but one begins.
%
% Parameters:
% sz - size of the images, of any two extents
% K  - number of directions
% J  - number of scales
% > [S,S_H] = build_energyweighted_dst2d([9,8], 4, 2); x = ones(9,8); max(abs(S_H(S(x)) - x)) < 1e-5
function [S, S_H] = build_energyweighted_dst2d(sz, K : int, J : int)
    m = int(sz[0])
    n = int(sz[1])
    S = (x : mat) -> spectral_bands(x, m, n, K, J, 1)
    S_H = (w : vec[mat]) -> from_spectral_bands(w, m, n, K, J, 1)
end

% Function: lincell
% The bands of a transform as one vector. The vector refers to the same bands, so that changing one in place changes it in w.
% > w = vec[mat](2); w[1] = eye(2); numel(lincell(w)) == 2
function bands = lincell(w : vec[mat])
    bands = w
end

% Function: dwt2d
% Orthogonal wavelet transform of a matrix.
%
% Parameters:
% x - the image
% f - filters, as wavelet_filters gives them
% J - number of scales
%
% Returns the bands, as build_dwt says.
function w = dwt2d(x : mat, f : mat, J : int)
    w = vec[mat](3*J + 1)
    low = x
    for j = 0..J-1
        y = dwt_columns(dwt_rows(low, f), f)
        [m, n] = size(y, 0..1)
        a = m - int(m/2)
        b = n - int(n/2)
        if a == m || b == n
            error("dwt2d: too many scales for an image of this size")
        end
        w[3*j] = y[0..a-1, b..n-1]
        w[3*j+1] = y[a..m-1, 0..b-1]
        w[3*j+2] = y[a..m-1, b..n-1]
        low = y[0..a-1, 0..b-1]
    end
    w[3*J] = low
end

% Function: idwt2d
% The inverse of dwt2d.
function x = idwt2d(w : vec[mat], f : mat, J : int)
    if numel(w) != 3*J + 1
        error(sprintf("idwt2d: %d scales have %d bands, there are %d", J, 3*J + 1, numel(w)))
    end
    x = w[3*J]
    for j = J-1..-1..0
        right = w[3*j]
        below = w[3*j+1]
        a = size(x,0)
        b = size(x,1)
        y = zeros(a + size(below,0), b + size(right,1))
        y[0..a-1, 0..b-1] = x
        y[0..a-1, b..size(y,1)-1] = right
        y[a..size(y,0)-1, 0..b-1] = below
        y[a..size(y,0)-1, b..size(y,1)-1] = w[3*j+2]
        x = idwt_rows(idwt_columns(y, f), f)
    end
end

% What follows serves the transforms that cut bands out of the spectrum. A band is known by its number: 0 the highest frequencies,
% 1 + j*K + k scale j and direction k, 1 + J*K the lowest ones.

% The bands of an image. kind is 0 for the steerable pyramid, 1 for shearlets.
function w = spectral_bands(x : mat, m : int, n : int, K : int, J : int, kind : int)
    if size(x,0) != m || size(x,1) != n
        error(sprintf("the transform is for images of %d×%d, this has %d×%d", m, n, size(x,0), size(x,1)))
    end
    spectrum = fft2(x)
    w = vec[mat](J*K + 2)
    for band = 0..J*K+1
        scale = band_scale(band, K, J)
        a = octave_size(m, scale)
        b = octave_size(n, scale)
        odd = kind == 0 && band > 0 && band <= J*K && mod(K, 2) == 0
        part = czeros(a, b)
        {!parallel for}
        for i = 0..a-1
            for j = 0..b-1
                p = signed_frequency(i, a)
                q = signed_frequency(j, b)
                v = spectrum[periodize(p, m), periodize(q, n)]
                g = band_window(2.0*p/m, 2.0*q/n, band, K, J, kind)
                part[i,j] = odd ? complex(g*imag(v), -g*real(v)) : g*v
            end
        end
        w[band] = sqrt(float(a)*b/(float(m)*n))*irealfft2(part)
    end
end

% The image of such bands.
function x = from_spectral_bands(w : vec[mat], m : int, n : int, K : int, J : int, kind : int)
    if numel(w) != J*K + 2
        error(sprintf("the transform has %d bands, there are %d", J*K + 2, numel(w)))
    end
    spectrum = czeros(m, n)
    for band = 0..J*K+1
        scale = band_scale(band, K, J)
        a = octave_size(m, scale)
        b = octave_size(n, scale)
        odd = kind == 0 && band > 0 && band <= J*K && mod(K, 2) == 0
        part = fft2(w[band])
        weight = sqrt(float(m)*n/(float(a)*b))
        {!parallel for}
        for i = 0..a-1
            {!parallel for}
            for j = 0..b-1
                p = signed_frequency(i, a)
                q = signed_frequency(j, b)
                g = weight*band_window(2.0*p/m, 2.0*q/n, band, K, J, kind)
                v = part[i,j]
                u = odd ? complex(-g*imag(v), g*real(v)) : g*v
                r = periodize(p, m)
                c = periodize(q, n)
                spectrum[r,c] = spectrum[r,c] + u
            end
        end
    end
    x = irealfft2(spectrum)
end

% The scale of a band, from 0; by it goes its size.
function j = band_scale(band : int, K : int, J : int)
    j = 0
    if band > J*K
        j = J
    elseif band > 0
        j = int((band - 1)/K)
    end
end

% n over a power of two, rounded up.
function y = octave_size(n : int, j : int)
    y = int(ceil(n/2^j))
end

% The frequency that element i of a spectrum of n elements stands for: the upper half are the negative ones.
function y = __device__ signed_frequency(i : int, n : int)
    y = 2*i < n ? i : i - n
end

% The weight of a frequency in a band; the squares of all bands add up to 1. Along each dimension 1 is the highest frequency.
function g = __device__ band_window(p : scalar, q : scalar, band : int, K : int, J : int, kind : int)
    r = sqrt(p*p + q*q)
    if band == 0
        g = above_octave(r)
    elseif band > J*K
        g = below_octave(r*2^J)
    else
        j = int((band - 1)/K)
        k = band - 1 - j*K
        g = below_octave(r*2^j)*above_octave(r*2^(j+1))
        if g > 0
            g *= kind == 0 ? steered(p, q, k, K) : sheared(p, q, k, K)
        end
    end
end

% Falls from 1 at r = 1/2 to 0 at r = 1, as a cosine of the logarithm.
function g = __device__ below_octave(r : scalar)
    g = 0.0
    if r <= 0.5
        g = 1.0
    elseif r < 1
        g = cos(0.5*pi*log2(2*r))
    end
end

% Rises from 0 to 1 in the same octave; the squares of both add up to 1.
function g = __device__ above_octave(r : scalar)
    g = 1.0
    if r <= 0.5
        g = 0.0
    elseif r < 1
        g = sin(0.5*pi*log2(2*r))
    end
end

% The window of direction k of K: a power of a cosine of the angle. The squares add up to 1 since those of cos^(K-1) do, but for a factor.
function g = __device__ steered(p : scalar, q : scalar, k : int, K : int)
    total = K*1.0
    for i = 1..K-1
        total *= (2.0*i - 1)/(2*i)
    end
    g = 1/sqrt(total)
    c = cos(atan2(p, q) - pi*k/K)
    for i = 1..K-1
        g *= c
    end
end

% The window of direction k of K among slopes: 0 to 1 between a direction and the next, as Meyer's wavelet does.
function g = __device__ sheared(p : scalar, q : scalar, k : int, K : int)
    g = 1.0
    if K > 1
        slope = abs(q) >= abs(p) ? p/q : 2 - q/p
        d = abs(slope*K/4 - k)
        d -= K*floor(d/K)
        d = min(d, K - d)
        if d >= 1
            g = 0.0
        else
            g = cos(0.5*pi*d^4*(35 - 84*d + 70*d^2 - 20*d^3))
        end
    end
end
