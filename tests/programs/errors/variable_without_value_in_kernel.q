%! raises: the variable 'x' has no value here line 7
% Also in a kernel.
function [] = __kernel__ k(y : vec, pos : int)
    if y[pos] > 0.5
        x = 3
    end
    y[pos] = x + 1
end
y = [1.0,1.0,1.0]
parallel_do(3, y, k)
print y
% => [4,4,4]
y[1] = 0
parallel_do(3, y, k)
