% Module: imwavdenoise
% Removing noise from images in the bands of complex wavelets.
%
% White noise of deviation s has the deviation s/2 in the real and in the imaginary parts of all coefficients.
{!doc category="Image Processing/Noise"}

import "multirestransforms.q"
import "linalg.q"

% Function: imwavdenoise
% Wavelet thresholding: coefficients of little modulus, which are mostly noise, become 0.
% Reference: Donoho, Johnstone, "Ideal spatial adaptation by wavelet shrinkage", 1994.
%
% Parameters:
% x         - the image, of any size that can be halved J times
% threshold - the modulus up to which coefficients become 0; some 1.5 times the deviation of the noise
% kind      - "soft": the moduli of the others are less by the threshold; "hard": they stay
% J         - number of scales
% > max(abs(imwavdenoise(ones(16,16), 0.1, "hard", 2) - 1)) < 1e-4
function y = imwavdenoise(x : mat, threshold : scalar, kind : string = "soft", J : int = 3)
    if threshold < 0
        error("imwavdenoise: the threshold must not be negative")
    end
    less = 0.0
    match kind with
    | "soft" -> less = threshold
    | "hard" -> less = 0.0
    | _ -> error("imwavdenoise: unknown kind " + kind)
    end
    [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, J)
    w = S(x)
    for b = 0..2..12*J-2
        shrink_moduli(w[b], w[b+1], threshold, less)
    end
    y = S_H(w)
end

% Function: imblsgsm
% Bayesian least squares with Gaussian scale mixtures (BLS-GSM): each coefficient becomes its expectation given the 3 by 3 around it,
% which are taken for a Gaussian vector of unknown amplitude, plus white noise.
% Reference: Portilla, Strela, Wainwright, Simoncelli, "Image denoising using scale mixtures of Gaussians in the wavelet domain", 2003.
%
% Parameters:
% x     - the image, of any size that can be halved J times
% sigma - standard deviation of the noise
% J     - number of scales
% > max(abs(imblsgsm(ones(16,16), 0.1, 2) - 1)) < 1e-3
function y = imblsgsm(x : mat, sigma : scalar, J : int = 4)
    if sigma <= 0
        error("imblsgsm: sigma must be positive")
    end
    [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, J)
    w = S(x)
    for b = 0..12*J-1
        w[b] = expected_signal(w[b], 0.5*sigma)
    end
    y = S_H(w)
end

% Shrinks the moduli of complex numbers in place.
function [] = shrink_moduli(re : mat, im : mat, threshold : scalar, less : scalar)
    for m = 0..size(re,0)-1
        for n = 0..size(re,1)-1
            r = sqrt(re[m,n]^2 + im[m,n]^2)
            g = r > threshold ? (r - less)/r : 0.0
            re[m,n] = g*re[m,n]
            im[m,n] = g*im[m,n]
        end
    end
end

% The covariance of all windows of 3 by 3 of a band that goes on periodically.
function C = window_covariance(x : mat'circular)
    C = zeros(9, 9)
    means = zeros(5, 5)
    for i = 0..4
        for j = 0..4
            s = 0.0
            for m = 0..size(x,0)-1
                for n = 0..size(x,1)-1
                    s += x[m,n]*x[m+i-2,n+j-2]
                end
            end
            means[i,j] = s/numel(x)
        end
    end
    for a = 0..8
        for b = 0..8
            C[a,b] = means[2 + int(a/3) - int(b/3), 2 + mod(a, 3) - mod(b, 3)]
        end
    end
end

% The expectation of imblsgsm for one band, sigma being the deviation of the noise in it. The squares of amplitudes have Jeffreys' prior:
% their logarithms are equally likely, from -20.5 to 3.5.
function y = expected_signal(x : mat'circular, sigma : scalar)
    [V, d] = symeig(window_covariance(x))
    amplitudes = 13
    % In the directions of the eigenvectors: the precision of coefficients for each amplitude, and how much of them is signal.
    precision = zeros(amplitudes, 9)
    share = zeros(amplitudes, 9)
    volume = zeros(amplitudes)
    for k = 0..amplitudes-1
        z = exp(2*k - 20.5)
        for i = 0..8
            signal = z*max(d[i] - sigma^2, 0.0)
            precision[k,i] = 1/(signal + sigma^2)
            share[k,i] = V[4,i]*signal*precision[k,i]
            volume[k] = volume[k] - log(precision[k,i])
        end
    end
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = zeros(9)
            for i = 0..8
                s = 0.0
                for a = 0..8
                    s += V[a,i]*x[m + int(a/3) - 1, n + mod(a, 3) - 1]
                end
                v[i] = s
            end
            % Twice the logarithms of the likelihoods, negative; the most likely amplitude counts 1.
            distance = zeros(13)
            least = 1e30
            for k = 0..12
                s = volume[k]
                for i = 0..8
                    s += precision[k,i]*v[i]*v[i]
                end
                distance[k] = s
                least = min(least, s)
            end
            total = 0.0
            weights = 0.0
            for k = 0..12
                s = 0.0
                for i = 0..8
                    s += share[k,i]*v[i]
                end
                weight = exp(0.5*(least - distance[k]))
                total += weight*s
                weights += weight
            end
            y[m,n] = total/weights
        end
    end
end
