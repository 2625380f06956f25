%! features: F097 F103
% Sizes that are linear in a generic size are compared when they are known.
function y = with_both[N](x : vec(N), z : vec(2*N))
    y = numel(z)
end
function y = with_matrix[N](x : vec(N), z : mat(N,2*N))
    y = numel(z)
end
function y = without_middle[N](x : vec(N), z : vec(2*N-1))
    y = numel(z)
end
function y = __device__ on_device[N](x : vec(N), z : vec(N+1))
    y = z[N]
end
N = 7
print with_both([1,2], [1,2,3]) %~ E0302 a `vec[int](3)` where a `vec(4)` is needed
print with_matrix([1,2], ones(2,7)) %~ E0302 a `mat(2,7)` where a `mat(2,4)` is needed
print without_middle([1,2,3], [1,2,3,4,5])
print without_middle([1,2,3], [1,2,3,4]) %~ E0302 a `vec[int](4)` where a `vec(5)` is needed
print on_device([1,2,3], [1,2,3]) %~ E0302 a `vec[int](3)` where a `vec(4)` is needed
