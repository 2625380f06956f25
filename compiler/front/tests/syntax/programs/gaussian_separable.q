% Function: gaussian_filter
%
% A Gaussian filter in two passes.
%
% :function y = gaussian_filter(x : cube, sigma : scalar)
%
% Parameters:
% x - the image
% sigma - standard deviation in pixels
import "imfilter.q"

{!author name="B. Builder"}
{!doc category="Image Processing/Filters"}

function y = gaussian_filter(x : cube, sigma : scalar = 1.5)
    n = int(ceil(3*sigma))
    fc = exp(-((-n..n).^2) ./ (2*sigma^2))
    fc = fc / sum(fc)

    function [] = __kernel__ horizontal(x : cube'mirror, z : cube'unchecked, fc : vec'unchecked'hwconst, n : int, pos : ivec3)
        total = 0.
        for i=0..numel(fc)-1
            total = total + x[pos + [0,i-n,0]] * fc[i]
        endfor
        z[pos] = total
    endfunction

    function [] = __kernel__ vertical(z : cube'mirror, y : cube'unchecked, fc : vec'unchecked'hwconst, n : int, pos : ivec3)
        total = 0.
        for i=0..numel(fc)-1
            total += z[pos + [i-n,0,0]] * fc[i]
        end
        y[pos] = total
    end

    z = uninit(size(x))
    y = uninit(size(x))
    parallel_do(size(x), x, z, fc, n, horizontal)
    parallel_do(size(x), z, y, fc, n, vertical)
endfunction

function [] = main()
    im = imread("lena_big.tif")
    tic()
    for k = 1..10
        im_out = gaussian_filter(im, k/2)
    end
    toc("gaussian filter")
    imshow(im_out)
end
