%! features: F085
% Constants may be type parameters.
N : 'const = 3
x = vec(N)
print numel(x)
% => 3
C = cube(1,2,N)
print size(C)
% => [1,2,3]
