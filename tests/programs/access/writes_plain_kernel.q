%! features: F283
%! raises: y line 4
function [] = __kernel__ k(y : vec, pos : int)
    y[pos + 1] = pos
end
y = zeros(3)
parallel_do(3, y, k)
