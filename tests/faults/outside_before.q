%! fault: access out of bounds
%! kernel: previous
%! array: x
% The first thread reads in front of the array.
function [] = __kernel__ previous(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] - x[pos - 1] % here
end
x = ones(64)
y = zeros(64)
parallel_do(64, x, y, previous)
print y[1]
