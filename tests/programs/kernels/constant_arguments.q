% One part of a feature of the inventory.
% The mask and the direction are constants of the launch.
function [] = __kernel__ shift(x : vec'circular, y : vec, dir : int, pos : int)
    y[pos] = x[pos + dir]
end
x = [1.0,2.0,3.0]
y = zeros(3)
parallel_do(3, x, y, 1, shift)
print y
% => [2,3,1]
parallel_do(3, x, y, -1, shift)
print y
% => [3,1,2]
