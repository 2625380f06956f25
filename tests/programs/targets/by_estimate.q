%! features: F294
%! environment: QC_DEVICE=auto-emu
%! trace: processor 12; processor 19; in x 16000; launch 12; out x 16000; in x 16000; launch 15; out x 16000
% Where the user leaves it open, a launch goes to the GPU if its work outweighs the way there and that of its arrays: many positions, each with
% much to compute. `schedule` asks the same, and gives the kernel for that device.
function y = __device__ burden(x : scalar)
    y = x
    for k = 1..40
        y = exp(-y)
    end
end
function [] = __kernel__ all(x : vec'unchecked, pos : int)
    x[pos] = burden(x[pos])
end
function [] = __kernel__ on_gpu(x : vec'unchecked, pos : int)
    {!kernel name="on_gpu"; target="gpu"}
    x[pos] = burden(x[pos])
end
function [] = __kernel__ on_processor(x : vec'unchecked, pos : int)
    {!kernel name="on_processor"; target="cpu"}
    x[pos] = burden(x[pos])
end
function x = chosen(x : vec)
    match schedule(numel(x), x, {on_gpu, on_processor}) with
    | 0 -> parallel_do(numel(x), x, on_gpu)
    | 1 -> parallel_do(numel(x), x, on_processor)
    end
end
function [] = main(few : int = 8, many : int = 4000)
    % The solution of x = exp(-x).
    x = ones(few)
    parallel_do(few, x, all)
    print abs(x[few-1] - 0.567143) < 0.00001
    x = chosen(x)
    print abs(x[0] - 0.567143) < 0.00001
    y = ones(many)
    parallel_do(many, y, all)
    print abs(y[many-1] - 0.567143) < 0.00001
    z = chosen(ones(many))
    print abs(z[many-1] - 0.567143) < 0.00001
    % => 1
    % => 1
    % => 1
    % => 1
end
