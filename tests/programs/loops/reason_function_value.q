%! features: F234
%! loop: 12 serial
%! loop: 12 Parallelization/serialization not possible because the specified function is not a device or kernel function!
%! loop: 12 `f` stands for the host function `power`
%! loop: 12 advice: declare `power` as __device__
% Recursive, so that it is not placed into its callers.
function y = power(x, k : int)
    y = k == 0 ? 1.0 : x*power(x, k-1)
end
function x = table(f, n : int)
    x = zeros(n)
    for k = 0..n-1
        x[k] = f(3, k)
    end
end
function [] = main(n : int = 4)
    print table(power, n)
    % => [1,3,9,27]
end
