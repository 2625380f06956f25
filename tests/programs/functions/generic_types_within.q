% A generic type is known in nested functions and kernels too.
function y = combine[T](x : mat[T], init : T, op : [__device__ (T, T) -> T])
    function [] = __kernel__ kernel(x : mat[T], y : mat[T], init : T, op : [__device__ (T, T) -> T], pos : ivec2)
        y[pos] = op(init, x[pos])
    end
    function z = empty()
        z = mat[T](size(x))
    end
    y = empty()
    parallel_do(size(x), x, y, init, op, kernel)
end
print combine([[1,2],[3,4]], 2, __device__ (a, b) -> max(a, b))
% => [[2,2],
% =>  [3,4]]
print combine([[1.0,2.0],[3.0,4.0]], 2.5, __device__ (a, b) -> max(a, b))
% => [[2.5,2.5],
% =>  [3,4]]
