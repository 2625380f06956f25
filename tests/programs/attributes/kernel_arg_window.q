%! raises: the window of `x` ends before it begins line 3
function [] = __kernel__ shifted(x : vec'clamped, y : vec, low : int, high : int, pos : int)
    {!kernel_arg name=x, type="in", access="localwindow", min=low, max=high, numel=8
     !kernel_arg name=y, type="out"}
    y[pos] = x[pos + low] + x[pos + high]
end
function [] = main(low : int = -1)
    y = zeros(3)
    parallel_do(3, [1.0,2.0,3.0], y, low, 1, shifted)
    print y
    parallel_do(3, [1.0,2.0,3.0], y, low, -2, shifted)
end
% 1+2, 1+3, 2+3
% => [3,4,5]
