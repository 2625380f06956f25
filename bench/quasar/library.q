% One function of the library on the pictures of a folder, as often as is asked for: library WHICH FOLDER SIZE REPETITIONS.
% Prints the time of every repetition in milliseconds and leaves the result in the folder.
import "imfilter.q"
import "immedfilt.q"
import "immorphology.q"
import "imresize.q"
import "imdenoise.q"
import "imenhance.q"
import "imregions.q"
import "imfeatures.q"
import "colortransform.q"

function y : cube = result_of(which : string, x : mat, moved : mat, edges : mat, colours : cube)
    y = zeros(1,1,1)
    row = [[1,4,9,16,9,4,1]]/44
    match which with
    | "gaussian"     -> y = gaussian_filter(x, 2)
    | "separable"    -> y = imfilter(imfilter(x, row), transpose(row))
    | "correlation"  -> y = imfilter(x, [[1,0,2,0,1],[0,-3,1,0,0],[2,1,5,-1,1],[0,0,1,2,0],[1,0,-2,0,1]]/12)
    | "median3"      -> y = immedfilt(x, 1)
    | "median5"      -> y = immedfilt(x, 2)
    | "dilate"       -> y = imdilate(x, disk(3))
    | "erode"        -> y = imerode(x, disk(3))
    | "bilinear"     -> y = imresize(x, 1.5, "bilinear")
    | "bicubic"      -> y = imresize(x, 1.5, "bicubic")
    | "bilateral"    -> y = imbilatfilt(x, 2, 0.1)
    | "nlmeans"      -> y = imnlmfilt(x, 5, 2, 0.1)
    | "integral"     -> y = integral_image(x)
    | "distance"     -> y = bwdist(edges)
    | "histeq"       -> y = histeq(x)
    | "adapthisteq"  -> y = adapthisteq(x, [8,8], 2.56)
    | "lab"          -> y = rgb2lab(colours)
    | "flow"         ->
        [u, v] = optical_flow(x, moved, 4)
        y = u
    | _ -> error("no such function: " + which)
    end
end

function [] = main(which : string, folder : string, n : int = 1024, repetitions : int = 20)
    x : mat = load(folder + "/picture.npy")
    moved : mat = load(folder + "/moved.npy")
    edges : mat = load(folder + "/edges.npy")
    colours : cube = load(folder + "/colours.npy")
    times = zeros(repetitions)
    y = zeros(1,1,1)
    for r = 0..repetitions-1
        tic()
        y = result_of(which, x, moved, edges, colours)
        times[r] = toc("")
    end
    print "times: ", times
    save(folder + "/qc_" + which + ".npy", y)
end
