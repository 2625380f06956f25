%! features: F170 F171
% The level `safe` warns: the right side reads `y`, which the pattern does not contain.
reduction x -> f(x) = g(x) + y %~ W0601 `y` is not in the pattern
function z = g(x)
    z = 2*x
end
y = 10
print f(1)
