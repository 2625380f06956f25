%! fault: access out of bounds
%! kernel: swap
%! array: a
% Rows and columns are mixed up: there are not as many of the one as of the other.
function [] = __kernel__ swap(a : mat'unchecked, b : mat'unchecked, pos : ivec2)
    b[pos] = a[pos[1], pos[0]] % here
end
a = ones(10,12)
b = zeros(10,12)
parallel_do([10,12], a, b, swap)
print b[0,0]
