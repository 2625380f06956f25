%! features: F135
% Kernels take a fixed number of arguments.
function [] = __kernel__ k(y : vec, ...values : vec) %~ E0412 a kernel cannot have the rest parameter `values`
    y[0] = values[0]
end
y = zeros(3)
parallel_do(3, y, 1.0, 2.0, k)
