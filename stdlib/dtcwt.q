% Module: dtcwt
% Dual-tree complex wavelets: transforms by two (per dimension) real wavelets that are half a sample apart, so that pairs of their
% coefficients are the parts of a complex one. Its modulus hardly changes when the image is shifted.
%
% Reference: Selesnick, Baraniuk, Kingsbury, "The dual-tree complex wavelet transform", 2005.
{!doc category="Image Processing/Multiresolution"}

import "wavelets.q"

% Function: dtcwt2d
% Dual-tree complex wavelet transform of a matrix. It keeps the sum of squares, but for the last row or column of odd sizes.
%
% Parameters:
% x  - the image, of any size
% w1 - pair of filters for the first scale, as filtercoeff_farras
% w2 - pair of filters for the other scales, as filtercoeff_dualfilt
% J  - number of scales
%
% Returns 12*J + 4 matrices: for each scale from the finest the real and the imaginary parts of six directions, then the images
% of low resolution of the four trees.
% > x = ones(8,6); w = dtcwt2d(x, filtercoeff_farras, filtercoeff_dualfilt, 2); numel(w) == 28
function w = dtcwt2d(x : mat, w1 : mat, w2 : mat, J : int)
    first = complex_orthogonal_wavelet(w1)
    later = complex_orthogonal_wavelet(w2)
    w = vec[mat](12*J + 4)
    for tree = 0..3
        r = 2*int(tree/2)
        c = 2*mod(tree, 2)
        low = 0.5*x
        for j = 0..J-1
            f = j == 0 ? first : later
            y = dwt_columns(dwt_rows(low, f[r..r+1,:]), f[c..c+1,:])
            [m, n] = size(y, 0..1)
            a = m - int(m/2)
            b = n - int(n/2)
            if a == m || b == n
                error("dtcwt2d: too many scales for an image of this size")
            end
            w[12*j + tree] = y[0..a-1, b..n-1]
            w[12*j + 4 + tree] = y[a..m-1, 0..b-1]
            w[12*j + 8 + tree] = y[a..m-1, b..n-1]
            low = y[0..a-1, 0..b-1]
        end
        w[12*J + tree] = low
    end
    for i = 0..4..12*J-4
        combine_trees(w, i)
    end
end

% Function: idtcwt2d
% The inverse of dtcwt2d.
%
% Parameters:
% w      - what dtcwt2d gave
% w1, w2 - the pairs of filters that it was given
% J      - the number of scales
% > x = eye(9); w = dtcwt2d(x, filtercoeff_farras, filtercoeff_dualfilt, 2); max(abs(idtcwt2d(w, filtercoeff_farras, filtercoeff_dualfilt, 2) - x)) < 1e-5
function x = idtcwt2d(w : vec[mat], w1 : mat, w2 : mat, J : int)
    if numel(w) != 12*J + 4
        error(sprintf("idtcwt2d: %d scales have %d bands, there are %d", J, 12*J + 4, numel(w)))
    end
    first = complex_orthogonal_wavelet(w1)
    later = complex_orthogonal_wavelet(w2)
    v = copy(w)
    x = zeros(0,0)
    for i = 0..4..12*J-4
        separate_trees(v, i)
    end
    for tree = 0..3
        r = 2*int(tree/2)
        c = 2*mod(tree, 2)
        low = v[12*J + tree]
        for j = J-1..-1..0
            f = j == 0 ? first : later
            right = v[12*j + tree]
            below = v[12*j + 4 + tree]
            m = size(low,0) + size(below,0)
            n = size(low,1) + size(right,1)
            y = zeros(m, n)
            y[0..size(low,0)-1, 0..size(low,1)-1] = low
            y[0..size(low,0)-1, size(low,1)..n-1] = right
            y[size(low,0)..m-1, 0..size(low,1)-1] = below
            y[size(low,0)..m-1, size(low,1)..n-1] = v[12*j + 8 + tree]
            low = idwt_rows(idwt_columns(y, f[c..c+1,:]), f[r..r+1,:])
        end
        x = tree == 0 ? 0.5*low : x + 0.5*low
    end
end

% Function: dtcwt3d_untiled
% Dual-tree transform of a stack of images with the bands in their places: the low resolution of each dimension in front.
% Rows and columns have two trees, the third dimension has one, of the first filter of each pair.
%
% Parameters:
% x      - the images, along the third dimension
% w1, w2 - filters for the first scale and for the others, as complex_orthogonal_wavelet gives them
% J      - number of scales
%
% Returns four arrays of the size of x, for both trees of the rows times both of the columns. Each alone keeps the sum of squares.
% > size(dtcwt3d_untiled(zeros(8,8,4), filtercoeff_farras, filtercoeff_dualfilt, 2)[3]) == [8,8,4]
function b = dtcwt3d_untiled(x : cube, w1 : mat, w2 : mat, J : int)
    first = complex_orthogonal_wavelet(w1)
    later = complex_orthogonal_wavelet(w2)
    b = vec[cube](4)
    for tree = 0..3
        r = 2*int(tree/2)
        c = 2*mod(tree, 2)
        y = copy(x)
        [m, n, k] = size(y, 0..2)
        for j = 0..J-1
            f = j == 0 ? first : later
            y[0..m-1, 0..n-1, 0..k-1] = dwt_volume(y[0..m-1, 0..n-1, 0..k-1], f[r..r+1,:], f[c..c+1,:], f[0..1,:])
            m = m - int(m/2)
            n = n - int(n/2)
            k = k - int(k/2)
        end
        b[tree] = y
    end
end

% Function: idtcwt3d_untiled
% The inverse of dtcwt3d_untiled: the mean of the inverses of the four trees.
% > x = ones(4,4,2); w = dtcwt3d_untiled(x, filtercoeff_farras, filtercoeff_dualfilt, 1); max(abs(idtcwt3d_untiled(w, filtercoeff_farras, filtercoeff_dualfilt, 1) - x)) < 1e-5
function x = idtcwt3d_untiled(b : vec[cube], w1 : mat, w2 : mat, J : int)
    first = complex_orthogonal_wavelet(w1)
    later = complex_orthogonal_wavelet(w2)
    x = zeros(size(b[0],0), size(b[0],1), size(b[0],2))
    for tree = 0..3
        r = 2*int(tree/2)
        c = 2*mod(tree, 2)
        y = copy(b[tree])
        for j = J-1..-1..0
            f = j == 0 ? first : later
            m = halved(size(y,0), j)
            n = halved(size(y,1), j)
            k = halved(size(y,2), j)
            y[0..m-1, 0..n-1, 0..k-1] = idwt_volume(y[0..m-1, 0..n-1, 0..k-1], f[r..r+1,:], f[c..c+1,:], f[0..1,:])
        end
        x += 0.25*y
    end
end

% One step along each of three dimensions.
function y = dwt_volume(x : cube, f0 : mat, f1 : mat, f2 : mat)
    [m, n, k] = size(x, 0..2)
    y = reshape(dwt_rows(reshape(x, [m, n*k]), f0), [m, n, k])
    z = shuffledims(y, [1,0,2])
    z = reshape(dwt_rows(reshape(z, [n, m*k]), f1), [n, m, k])
    y = shuffledims(z, [1,0,2])
    % The third dimension is short: as columns its elements lie apart, and those of neighbouring pixels side by side, as vectors want them.
    y = reshape(transpose(dwt_rows(transpose(reshape(y, [m*n, k])), f2)), [m, n, k])
end

% The inverse of dwt_volume.
function x = idwt_volume(y : cube, f0 : mat, f1 : mat, f2 : mat)
    [m, n, k] = size(y, 0..2)
    x = reshape(transpose(idwt_rows(transpose(reshape(y, [m*n, k])), f2)), [m, n, k])
    z = shuffledims(x, [1,0,2])
    z = reshape(idwt_rows(reshape(z, [n, m*k]), f1), [n, m, k])
    x = shuffledims(z, [1,0,2])
    x = reshape(idwt_rows(reshape(x, [m, n*k]), f0), [m, n, k])
end

% n halved j times; halves are rounded up.
function y = halved(n : int, j : int)
    y = n
    for i = 1..j
        y = y - int(y/2)
    end
end

% Makes of the four real bands from i on the parts of two complex ones: real and imaginary part of one direction, then of its mirror image.
function [] = combine_trees(w : vec[mat], i : int)
    s = sqrt(0.5)
    both = w[i]
    second = w[i+1]
    third = w[i+2]
    neither = w[i+3]
    w[i] = s*(both - neither)
    w[i+1] = s*(second + third)
    w[i+2] = s*(both + neither)
    w[i+3] = s*(third - second)
end

% The inverse of combine_trees.
function [] = separate_trees(w : vec[mat], i : int)
    s = sqrt(0.5)
    real1 = w[i]
    imag1 = w[i+1]
    real2 = w[i+2]
    imag2 = w[i+3]
    w[i] = s*(real1 + real2)
    w[i+1] = s*(imag1 - imag2)
    w[i+2] = s*(imag1 + imag2)
    w[i+3] = s*(real2 - real1)
end
