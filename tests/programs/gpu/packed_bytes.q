%! features: F070
%! trace: in x 4; launch 7; out y 16
% `vec[uint8](4)` is one value of 32 bits (3.6): four bytes go to the GPU; the scalars that come back are sixteen.
x = vec[uint8](4)
x[2] = 200
y = vec(4)
function [] = __kernel__ spread(x : vec[uint8], y : vec, pos : int)
    y[pos] = x[pos] + 1
end
parallel_do(4, x, y, spread)
print y
% => [1,1,201,1]
