%! test opt gpu-kernels-made gpus=ungrouped
% The parts between the barriers wait for nobody; the kernel itself was marked before.
% check: from written group
% next: kept from gpus
% check: from part {
% count 1: kept from gpus

function [] = __kernel__ shift(x : vec, pos : int)
    v = x[mod(pos + 1, numel(x))]
    syncthreads(grid)
    x[pos] = v
end
function [] = main()
    x = ones(64)
    parallel_do([[1,64],[1,8]], x, shift)
    print x[0]
end
