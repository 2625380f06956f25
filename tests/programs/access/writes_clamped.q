%! features: F283
x : vec'clamped = [1.0,2.0,3.0]
x[-5] = 7
x[50] = 8
print x
% => [7,2,8]
function [] = __kernel__ k(y : mat'clamped, pos : ivec2)
    y[pos - [5,5]] = 3
end
y = zeros(2,2)
parallel_do([1,1], y, k)
print y[0,0], sum(y)
% => 33
