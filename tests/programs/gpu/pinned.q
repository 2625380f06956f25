%! features: F298
%! flags: --set RUNTIME_CUDA_ENABLEPINNEDHOSTMEM=False
% Without pinned memory, copies are ordinary ones.
function [] = __kernel__ halve(x : vec'unchecked, pos : int)
    x[pos] = x[pos]/2
end
x = ones(16)
parallel_do(16, x, halve)
print x[15]
% => 0.5
%! trace: in x 64 unpinned; launch 4; out x 64 unpinned
