% A launch over nothing runs nothing.
x = zeros(3)
parallel_do(0, __kernel__ (pos : int) -> x[pos] = 1)
parallel_do([0,5], __kernel__ (pos : ivec2) -> x[pos[1]] = 1)
print sum(x)
% => 0
