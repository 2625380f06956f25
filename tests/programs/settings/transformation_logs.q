%! features: F397
%! reports: loops transformation_logs.q:20: loop over i in script: parallel
%! reports: loops transformation_logs.q:26: loop over i in script: serial
%! reports: loops different iterations use the same element of `x`, and one of them writes it
%! reports: fusion (line 23) in script: fused
%! reports: fusion the function does not have `{!kernel_fusion}`
%! reports: kernels the kernel `fill`
%! reports: reductions Applied reduction twice_of(n) -> n+n
%! reports: types y: vec, line 18
%! warns: dependency on iterator variable line 26
% What was transformed, what was not, and why: a report for each kind of transformation.
reduction x -> twice_of(x) = x + x
function [] = __kernel__ fill(x : vec, pos : int)
    x[pos] = pos
end
function [] = main(n : int = 100)
    x = zeros(n)
    y = zeros(n)
    parallel_do(n, x, fill)
    for i = 0..n-1
        y[i] = x[i] + 1
    end
    for i = 0..n-1
        x[i] = 2*y[i]
    end
    for i = 1..n-1
        x[i] += x[i-1]
    end
    % 2*(1 + 2 + 3)
    print x[2], " ", twice_of(n)
    % => 12 200
end
