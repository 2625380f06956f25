%! features: F125
% The message names the function and the types of the arguments.
function y = area(x : scalar)
    y = x
end
function y = area(x : mat)
    y = 2
end
print area("text") %~ E0402 area
