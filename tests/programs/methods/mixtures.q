%! files: ../../samples/images/camera.png
% Bayesian least squares with Gaussian scale mixtures after Portilla, Strela, Wainwright and Simoncelli, 2003, in four transforms. The
% figures are those of tests/methods/reference.py, which solves with the covariance of each amplitude instead of making all diagonal.
import "import/photograph.q"
import "imwavdenoise.q"

mixtures_complex = [28.1685,0.13579,0.13773,0.25011,0.31754,0.10836,0.05758,0.22535,0.18598,0.01655,0.02072,0.18760,0.43812,0.22507,0.18262,0.52280,0.46805]
x = noisy()[0..31,0..31]
judge(imblsgsm(x, sigma, 2), mixtures_complex, 0.0005)
% => as the reference

% The means of products of all pairs of pixels in windows of 3 by 3: a row of windows at a time.
function C = covariance_of(x : 'circular)
    C = zeros(9,9)
    for m = 0..size(x,0)-1
        windows = zeros(9, size(x,1))
        for a = 0..8
            for n = 0..size(x,1)-1
                windows[a,n] = x[m + int(a/3) - 1, n + mod(a, 3) - 1]
            end
        end
        C += windows*transpose(windows)
    end
    C = C/numel(x)
end

% A function of the eigenvalues of a symmetric matrix.
function B = on_eigenvalues(f, A)
    [V, d] = symeig(A)
    D = zeros(9,9)
    for i = 0..8
        D[i,i] = f(d[i])
    end
    B = V*D*transpose(V)
end

% The coefficients given their windows, in a basis in which the noise is white and the parts of the signal are independent.
function y = expectation(x, noise)
    function [] = __kernel__ shrink(x : mat'circular, y : mat'unchecked, M : mat'unchecked, row : vec'unchecked, d : vec'unchecked, pos : ivec2)
        v = zeros(9)
        for i = 0..8
            for a = 0..8
                v[i] += M[i,a]*x[pos + [int(a/3) - 1, mod(a, 3) - 1]]
            end
        end
        % Amplitudes count by their likelihood over that of the most likely one.
        best = -1e30
        total = 0.0
        weights = 0.0
        for k = 0..12
            z = exp(2*k - 20.5)
            logarithm = 0.0
            estimate = 0.0
            for i = 0..8
                whole = z*d[i] + 1
                logarithm -= (log(whole) + v[i]^2/whole)/2
                estimate += row[i]*z*d[i]/whole*v[i]
            end
            if logarithm > best
                fade = exp(best - logarithm)
                total *= fade
                weights *= fade
                best = logarithm
            end
            weight = exp(logarithm - best)
            total += weight*estimate
            weights += weight
        end
        y[pos] = total/weights
    end
    signal = on_eigenvalues(v -> max(v, 0), covariance_of(x) - noise)
    inverse = on_eigenvalues(v -> 1/sqrt(v), noise)
    [Q, d] = symeig(inverse*signal*inverse)
    root = on_eigenvalues(v -> sqrt(v), noise)
    middle = (root*Q)[4,:]
    y = zeros(size(x))
    parallel_do(size(x), x, y, transpose(Q)*inverse, middle, max(d, 0), shrink)
end

% The noise in a band whose values are as far apart as what it holds allows, from the band of a picture of one pixel.
function y = denoised(x, transform, back)
    one = zeros(size(x))
    one[0,0] = 1.0
    w = transform(x)
    e = transform(one)
    for b = 0..numel(w)-2
        w[b] = expectation(w[b], sigma^2*numel(x)*covariance_of(e[b]))
    end
    y = back(w)
end
[S, S_H] = build_stp([32,32], 4, 2)
mixtures_pyramid = [28.2800,0.14677,0.15533,0.30230,0.29121,0.10553,0.07341,0.23711,0.15612,0.04277,0.01885,0.19159,0.39242,0.26287,0.18349,0.49688,0.43425]
judge(denoised(x, S, S_H), mixtures_pyramid, 0.001)
% => as the reference
[S, S_H] = build_energyweighted_dst2d([32,32], 4, 2)
mixtures_shearlets = [28.2697,0.15764,0.15611,0.29837,0.29852,0.10942,0.07350,0.22672,0.15910,0.03818,0.01517,0.18946,0.37741,0.24961,0.18560,0.51001,0.41966]
judge(denoised(x, S, S_H), mixtures_shearlets, 0.001)
% => as the reference

% In an orthogonal basis noise stays white.
[S, S_H] = build_dwt(sym4, 2)
w = S(x)
for b = 0..5
    w[b] = expectation(w[b], sigma^2*eye(9))
end
mixtures_wavelet = [27.9355,0.16079,0.15838,0.25233,0.33629,0.09334,0.06838,0.23685,0.16346,0.04812,0.03274,0.20174,0.45230,0.25088,0.19349,0.51752,0.50505]
judge(S_H(w), mixtures_wavelet, 0.0005)
% => as the reference
