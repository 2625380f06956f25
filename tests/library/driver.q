% What tests/library/reference.py compares: functions of the library on a part of a photograph, in the working folder.
import "linalg.q"
import "imfilter.q"
import "immedfilt.q"
import "imresize.q"
import "immorphology.q"
import "imboundary.q"
import "imdenoise.q"
import "imenhance.q"
import "imquality.q"
import "imwavdenoise.q"
import "imregions.q"
import "imwarp.q"
import "imfeatures.q"
import "parallelblocks.q"
import "colored_noise.q"

% Regions and what is measured of them, and images between their pixels.
function [] = regions(x : mat, edges : mat)
    [eight, n8] = bwlabel(edges)
    [four, n4] = bwlabel(edges, 4)
    save("bwlabel_8.npy", eight)
    save("bwlabel_4.npy", four)
    [areas, centres, boxes] = regionprops(eight)
    save("regionprops.npy", horzcat(transpose(areas), centres, boxes))
    save("bwareaopen.npy", bwareaopen(edges, 5))
    save("bwareaopen_4.npy", bwareaopen(edges, 5, 4))
    save("imfill.npy", imfill(edges))
    save("imfill_8.npy", imfill(edges, 8))
    save("graythresh.npy", [graythresh(x), graythresh(100*x - 30, 64)])
    save("imrotate.npy", imrotate(x, 25))
    save("imrotate_crop.npy", imrotate(x, -130.5, "crop"))
    for name = {"mirror", "clamped", "circular", "zero"}
        save("imwarp_" + name + ".npy", imwarp(x, [[1,0.1,-8],[0.05,0.9,6],[0.001,0.002,1]], [60,110], name))
    end
end

% Sorting in every direction: of the photograph, of bytes, and of a line that is long enough to be sorted by digits.
function [] = order(x : mat)
    flat = reshape(x, [1, numel(x)])
    save("sort_rows.npy", sort(x))
    save("sort_columns.npy", sort(x, 0, "descend"))
    save("argsort.npy", 1.0*argsort(flat))
    save("argsort_descend.npy", 1.0*argsort(x, 1, "descend"))
    bytes = mat[uint8](size(x))
    bytes[:,:] = floor(255*x)
    [sorted, places] = sort(bytes, 0)
    save("sort_bytes.npy", 1.0*sorted)
    save("argsort_bytes.npy", 1.0*places)
    [least, at_least] = min(bytes)
    [most, at_most] = max(x)
    save("places.npy", [least, at_least, indmin(x), most, at_most, indmax(bytes)])
    [y, first, place] = unique(bytes)
    save("unique.npy", 1.0*y)
    save("unique_first.npy", 1.0*first)
    save("unique_place.npy", 1.0*place)
end

% Series of numbers: a row of the photograph.
function [] = series(x : mat)
    row = x[7,:]
    other = x[20,0..10]
    places = cumsum(row + 0.1)
    save("diff.npy", differences(row))
    save("diff_columns.npy", differences(x, 0))
    save("areas.npy", [trapz(row), trapz(places, row)])
    [gx, gy] = gradient(x)
    save("gradient_rows.npy", gx)
    save("gradient_columns.npy", gy)
    save("gradient.npy", gradient(row, 0.5))
    save("cumtrapz.npy", cumtrapz(row))
    save("polyval.npy", polyval([2,-1,0.5,3], x))
    save("polyfit.npy", polyfit(100 + 5*row, sin(7*row), 3))
    save("interp1.npy", interp1(places, row, linspace(0, 60, 321), -2))
    save("histc.npy", 1.0*histc(x, [0,0.2,0.25,0.5,0.9]))
    save("percentile.npy", percentile(x, [0,12.5,50,77,100]))
    save("fftshift.npy", vertcat(real(fftshift(fft2(x))), ifftshift(x)))
    save("turned.npy", horzcat(fliplr(x), flipud(x), transpose(rot90(x))))
    for shape = {"full", "same", "valid"}
        save("conv_" + shape + ".npy", conv(row, other, shape))
    end
end

function [] = main()
    x : mat = load("photo.npy")
    mask : mat = load("mask.npy")
    edges : mat = load("edges.npy")
    moved : mat = load("moved.npy")
    save("gaussian_filter.npy", gaussian_filter(x, 1.7))
    save("imfilter.npy", imfilter(x, [[1,2,0],[0,-3,1],[2,2,5]], [1,1], "clamped"))
    save("immedfilt_3.npy", immedfilt(x, 1))
    save("immedfilt_5.npy", immedfilt(x, 2))
    for name = {"nearest", "bilinear", "bicubic"}
        save("imresize_" + name + ".npy", imresize(x, [50,81], name))
    end
    save("imdilate.npy", imdilate(x, mask))
    save("imerode.npy", imerode(x, mask))
    save("imopen.npy", imopen(x, disk(2)))
    save("imclose.npy", imclose(x, disk(2)))
    for name = {"mirror", "clamped", "circular", "zero"}
        save("impad_" + name + ".npy", impad(x, 3, 4, name))
    end
    save("imnlmfilt.npy", imnlmfilt(x, 3, 2, 0.1))
    save("imbilatfilt.npy", imbilatfilt(x, 1.5, 0.1))
    save("tvdenoise.npy", tvdenoise(x, 0.1, 2000))
    for name = {"exponential", "quadratic"}
        save("imdiffusefilt_" + name + ".npy", imdiffusefilt(x, 0.1, 6, 0.2, name))
    end
    save("imtikhonov.npy", imtikhonov(x, 2.5))
    noisy : mat = load("noisy.npy")
    for name = {"soft", "hard"}
        save("imwavdenoise_" + name + ".npy", imwavdenoise(noisy, 0.1, name, 3))
    end
    save("imblsgsm.npy", imblsgsm(noisy, 0.08, 3))
    save("quality.npy", [psnr(x, moved), estimate_noise(noisy), blur_metric(x), blur_metric(gaussian_filter(x, 1.5))])
    save("imboxfilt.npy", imboxfilt(x, 4))
    save("imguidedfilter.npy", imguidedfilter(x, moved, 3, 0.01))
    save("histeq.npy", histeq(x, 64))
    save("adapthisteq.npy", adapthisteq(x, [3,4], 2, 32))
    save("integral_image.npy", integral_image(x))
    save("bwdist.npy", bwdist(edges))
    save("harris_response.npy", harris_response(x, 1.2, 0.05))
    save("hough.npy", hough(edges, 7))
    [u, v] = optical_flow(x, moved, 4)
    save("optical_flow.npy", vertcat(u, v))
    save("histogram.npy", float(histogram(x, 10, 0.2, 0.8)))
    save("find_index.npy", [find_index_min(x), find_index_max(x)] + 0.0)
    A : mat = load("square.npy")
    [U, S, V] = svd(A)
    save("svd.npy", diag(S))
    [W, d] = symeig(A + transpose(A))
    save("symeig.npy", d)
    [Z, e] = eig(A)
    save("eig.npy", vertcat(real(e), imag(e)))
    save("lsolve.npy", lsolve(A, eye(size(A,0))))
    save("logdet.npy", [logdet(A*transpose(A)), det(0.5*A)])
    save("pinv.npy", pinv(A[:,0..5]))
    order(x)
    series(x)
    regions(x, edges)
    seed(4)
    save("cgn_rand.npy", cgn_rand(generate_psd([64,48], 1)))
end
