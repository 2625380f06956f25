%! features: F386
%! emits: cuda __global__ void weigh
%! emits: cuda img_data
%! emits: cuda // 8: weighted
% The text for GPUs has the names and the lines of the source.
function [] = __kernel__ weigh(img : vec, weight : scalar, pos : int)
    s = 0.0
    weighted = weight * img[pos]
    s += weighted
    img[pos] = s
end
function [] = main(n : int = 4)
    img = ones(n)
    parallel_do(n, img, 2.5, weigh)
    print img
    % => [2.5,2.5,2.5,2.5]
end
