%! features: F085
% The number of dimensions is a constant; a length may vary.
N : 'const = 3
x : cube{N} = zeros(1,2,N)
y : vec(N) = zeros(N)
function y = f(n : int)
    z : vec(n) = zeros(n)
    w : cube{n} = zeros(n) %~ E0313 this must be an int that is known at compile time
    y = numel(z)
end
print f(4), ndims(x), numel(y)
v : vec(N) = zeros(4) %~ E0302 a `vec(4)` where a `vec(3)` is needed
