%! features: F085
% Constants may be type parameters.
N : 'const = 3
x = vec(N)
print numel(x)
% => 3
y : cube{N} = zeros(1,2,3)
print ndims(y)
% => 3
C = cube(1,2,N)
print size(C)
% => [1,2,3]
