%! features: F386
%! flags: --set=COMPILER_BACKEND_GENERATE_HUMAN_READABLE_CODE=False
%! emits: cuda __global__ void weigh
%! omits: cuda // 8: weighted
% The text for GPUs has the source's names, and its lines as comments unless the setting takes them out.
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
