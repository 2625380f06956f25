%! features: F110 F211
% A vector of a kernel's own is a reference for a launch within, as an argument and from around it.
function [] = __kernel__ fill(z : vec, pos : int)
    z[pos] = pos + 1
end
function [] = __kernel__ as_argument(y : mat, pos : int)
    z = zeros(3)
    serial_do(3, z, fill)
    y[pos,0..2] = z
end
function [] = __kernel__ captured(y : mat, pos : int)
    z = zeros(3)
    z[0] = 4
    parallel_do(3, __kernel__ (pos : int) -> z[pos] += pos + 1)
    y[pos,0..2] = z
end
m = zeros(2,3)
parallel_do(2, m, as_argument)
print m
% => [[1,2,3],
% =>  [1,2,3]]
parallel_do(2, m, captured)
print m
% => [[5,2,3],
% =>  [5,2,3]]
