%! fault: access out of bounds
%! kernel: fill
%! array: y
% The launch is larger than the array.
function [] = __kernel__ fill(y : vec'unchecked, v : scalar, pos : int)
    y[pos] = v % here
end
y = zeros(300)
parallel_do(500, y, 2.0, fill)
print y[0]
