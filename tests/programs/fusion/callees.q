%! features: F253
%! structure: kernel 1, launch 1, call 0, array 2
%! reports: fusion in registers: `y`, made in line 12
% Two functions launch a kernel each; the one that calls both asks for fusion. The functions are too large to be inlined otherwise.
function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function [] = __kernel__ lowered(x : vec, y : vec, pos : int)
    y[pos] = x[pos] - 1
end
function y = first(x : vec)
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)
end
function y = second(x : vec)
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, lowered)
end
function y = both(x : vec)
    {!kernel_fusion strategy="smart"}
    y = second(first(x))
end
function [] = main(n : int = 4)
    x = ones(n)
    x[1] = 5
    print both(x)
    % 2*1 - 1 and 2*5 - 1
    % => [1,9,1,1]
end
