%! features: F210
%! processor: one position after another
% Sequential: each position sees what the one before wrote.
x = ones(6)
serial_do(5, __kernel__ (pos : int) -> x[pos+1] = x[pos]*2)
print x
% => [1,2,4,8,16,32]
y = zeros(3)
k = [0]
serial_do([3,1], __kernel__ (pos : ivec2) -> y[pos[0]] = 2 - pos[0])
print y
% => [2,1,0]
