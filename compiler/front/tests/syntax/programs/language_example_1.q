% example 1: host code, kernels, closures
import "imfilter.q"
{!doc category="Demo"}

scale : scalar = 0.5                       % script-level variable

function [lo : mat, n] = shrink(img : mat'mirror, f : int = 2)
    [h, w] = size(img, 0..1)
    lo = uninit(int(h/f), int(w/f))
    function [] = __kernel__ avg(img : mat'mirror, lo : mat'unchecked, f : int, pos : ivec2)
        acc = 0.0
        for dy = 0..f-1
            for dx = 0..f-1
                acc += img[f*pos + [dy, dx]]
            end
        end
        lo[pos] = acc / f^2
    end
    parallel_do(size(lo), img, lo, f, avg)
    n = numel(lo)
endfunction

function y : cube = map_pixels(x : cube(:,:,3), fn : [__device__ vec3 -> vec3])
    y = zeros(size(x))
    parallel_do(size(x, 0..1), __kernel__ (pos : ivec2) -> y[...pos, 0..2] = fn(x[...pos, 0..2]))
end

function [] = main()
    img = imread("lena_big.tif")
    [small, count] = shrink(img[:,:,1], f := 4)
    neg = map_pixels(img, __device__ (c : vec3) -> 255 - c)
    flipped = img[size(img,0)-1..-1..0, :, [2,1,0]]
    match count with
    | 0 -> error("empty")
    | _ -> print "pixels: ", count
    end
    mse = (a, b) -> mean((a - b).^2)
    k = 0
    repeat
        k += 1
        if k == 3 || mse(neg, img) < 1e-6
            break
        endif
    until k >= 10
    hist = vec[int](256)
    for m = 0..size(small,0)-1
        for j = 0..size(small,1)-1
            hist[int(small[m,j])] += 1
        endfor
    endfor
    print(sprintf("%d bins, max %d", numel(hist), max(hist)))
end
