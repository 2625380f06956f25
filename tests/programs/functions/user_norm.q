%! features: F406
function y = norm(x)
    y = sum(abs(x))
end
% The user's function of the same name wins.
print norm([3.0,-4.0])
% => 7
