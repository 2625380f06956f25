%! features: F196
function [] = __kernel__ blend(x : mat, y : mat, z : mat, t : scalar, pos : ivec2)
    z[pos] = x[pos]*(1-t) + y[pos]*t
end
x = zeros(3,4)
y = ones(3,4)
z = zeros(3,4)
parallel_do(size(z), x, y, z, 0.25, blend)
print z[0,0], " ", z[2,3], " ", sum(z)
% => 0.25 0.25 3
