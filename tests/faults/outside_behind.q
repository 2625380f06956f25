%! fault: access out of bounds
%! kernel: next
%! array: x
% The last thread reads behind the end.
function [] = __kernel__ next(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos + 1] % here
end
x = ones(300)
y = zeros(300)
parallel_do(300, x, y, next)
print y[0]
