%! features: F170
%! flags: --set COMPILER_REDUCTION_SAFETYLEVEL=strict
%! exit: 1
% The level `strict` makes an error of the same.
reduction x -> f(x) = g(x) + y %~ W0601 `y` is not in the pattern
function z = g(x)
    z = 2*x
end
y = 10
print f(1)
