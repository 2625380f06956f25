%! files: ../../samples/images/camera.png
% Thresholds in the bands of wavelets after Donoho and Johnstone, 1994. The figures are those of tests/methods/reference.py.
import "import/photograph.q"
import "imwavdenoise.q"

% Soft, in an orthogonal basis; the bands change in place, all but the last one.
function y = soft(x, threshold)
    [S, S_H] = build_dwt(db4, 3)
    w = S(x)
    for b = 0..8
        w[b] = sign(w[b]).*max(abs(w[b]) - threshold, 0)
    end
    y = S_H(w)
end
wavelet_soft = [26.2399,0.12944,0.30858,0.32367,0.08937,0.05936,0.05375,0.15015,0.07002,0.36418,0.46315,0.54784,0.48679,0.43509,0.39398,0.58825,0.70028]
judge(soft(noisy(), sigma), wavelet_soft, 0.0001)
% => as the reference

% Hard, in Haar's undecimated transform: sums and differences of pixels that are one, then two apart. The reference takes the mean over
% all shifts of the orthogonal transform, which is the same after Coifman and Donoho, 1995.
function [low, right, below, both] = split(x : mat'circular, apart)
    low = zeros(size(x))
    right = zeros(size(x))
    below = zeros(size(x))
    both = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a = x[m,n]
            b = x[m,n+apart]
            c = x[m+apart,n]
            d = x[m+apart,n+apart]
            low[m,n] = (a + b + c + d)/2
            right[m,n] = (a - b + c - d)/2
            below[m,n] = (a + b - c - d)/2
            both[m,n] = (a - b - c + d)/2
        end
    end
end
function y = joined(low : mat'circular, right : mat'circular, below : mat'circular, both : mat'circular, apart)
    y = zeros(size(low))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            s = low[m,n] + right[m,n] + below[m,n] + both[m,n]
            s += low[m,n-apart] - right[m,n-apart] + below[m,n-apart] - both[m,n-apart]
            s += low[m-apart,n] + right[m-apart,n] - below[m-apart,n] - both[m-apart,n]
            s += low[m-apart,n-apart] - right[m-apart,n-apart] - below[m-apart,n-apart] + both[m-apart,n-apart]
            y[m,n] = s/8
        end
    end
end
function y = kept(x, threshold)
    y = x.*(abs(x) > threshold)
end
function y = spinning(x, threshold, apart, scales)
    [low, right, below, both] = split(x, apart)
    if scales > 1
        low = spinning(low, threshold, 2*apart, scales - 1)
    end
    y = joined(low, kept(right, threshold), kept(below, threshold), kept(both, threshold), apart)
end
wavelet_spinning = [29.2867,0.08952,0.27719,0.23147,0.02871,0.08804,0.08412,0.11554,0.10107,0.33341,0.50452,0.53930,0.44346,0.40598,0.42854,0.63826,0.79241]
judge(spinning(noisy(), 3*sigma, 1, 2), wavelet_spinning, 0.0005)
% => as the reference

% Complex wavelets, of which the moduli shrink.
complex_soft = [26.1882,0.19132,0.29484,0.34241,0.18387,0.09981,0.08843,0.16409,0.11388,0.32686,0.48006,0.50080,0.41703,0.43083,0.38455,0.52076,0.57958]
judge(imwavdenoise(noisy(), 1.5*sigma), complex_soft, 0.0001)
% => as the reference
complex_hard = [28.2834,0.06979,0.27676,0.26970,0.06855,0.09962,0.08702,0.15132,0.11300,0.34967,0.50067,0.53339,0.45584,0.46219,0.40848,0.61978,0.75473]
judge(imwavdenoise(noisy(), 1.5*sigma, "hard"), complex_hard, 0.0001)
% => as the reference
