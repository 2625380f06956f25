%! features: F199
function y = __device__ norm_of(x)
    y = sqrt(sum(x.*x))
end
print norm_of(-2), " ", norm_of([3.0,4.0])
% => 2 5
% The lambda of the CUDA guide: its values on the host and in a kernel, for a number and a vector at once.
norm = __device__ (x) -> sqrt(sum(x.^2))
print norm(-2), " ", norm([3,4])
% => 2 5
y = zeros(2)
parallel_do(2, __kernel__ (pos : int) -> y[pos] = norm(pos-2) + norm([3,4]))
print y
% => [7,6]
