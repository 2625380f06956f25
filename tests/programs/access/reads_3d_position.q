%! features: F282 F014
function [] = __kernel__ k(x : cube'circular, y : cube, s : ivec3, pos : ivec3)
    y[pos] = x[pos + s]
end
x = zeros(2,2,2)
x[1,1,1] = 1
y = zeros(2,2,2)
parallel_do(size(y), x, y, [1,0,1], k)
print y[0,1,0], y[1,1,1], sum(y)
% => 101
