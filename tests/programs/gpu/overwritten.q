%! features: F296
% 'nocopy and 'const are inferred: y is written as a whole, so it does not go to the GPU; x is only read, so it does not come back. An array
% that is also read under another name goes all the same.
function [] = __kernel__ copy(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos]
end
function [] = __kernel__ shifted(y : vec'unchecked, x : vec'unchecked, pos : int)
    y[pos] = x[pos+4]
end
n = 8
x = linspace(0, 7, n)
y = ones(n)
parallel_do(n, x, y, copy)
print y[6], x[6]
% => 66
z = linspace(1, 8, n)
parallel_do(4, z, z, shifted)
print z
% => [5,6,7,8,5,6,7,8]
%! trace: in x 32; launch 4; out y 32; in y 32; launch 7; out x 32
