%! features: F170
%! flags: --set COMPILER_REDUCTION_SAFETYLEVEL=off
% The level `off` says nothing: `y` is what has this name at the use.
reduction x -> f(x) = g(x) + y
function z = g(x)
    z = 2*x
end
y = 10
print f(1)
% => 12
