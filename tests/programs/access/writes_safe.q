%! features: F283
x : vec'safe = [1.0,2.0,3.0]
x[-1] = 9
x[3] = 9
x[100] = 9
x[1] = 5
print x
% => [1,5,3]
function [] = __kernel__ k(y : vec'safe, pos : int)
    y[pos - 2] = pos
end
y = zeros(3)
parallel_do(6, y, k)
% Positions 2, 3, 4 write to 0, 1, 2.
print y
% => [2,3,4]
