%! features: F281
%! raises: x line 5
%! stderr: 4
function [] = __kernel__ k(x : mat'checked, y : mat, pos : ivec2)
    y[pos] = x[pos[0], pos[1] - 1]
end
x = zeros(3,4)
y = zeros(3,4)
parallel_do(size(y), x, y, k)
