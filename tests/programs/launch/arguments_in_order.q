% Positional arguments bind, in order, to the parameters that are not special.
function [] = __kernel__ k(pos : int, y : vec, a : scalar, blkdim : int, b : scalar)
    y[pos] = 10*a + b + 0*blkdim
end
y = zeros(2)
parallel_do(2, y, 3, 4, k)
print y
% => [34,34]
