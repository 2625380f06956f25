%! features: F199
function y = __device__ norm_of(x)
    y = sqrt(sum(x.*x))
end
print norm_of(-2), " ", norm_of([3.0,4.0])
% => 2 5
