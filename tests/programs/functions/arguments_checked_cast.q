function y = f(x, r)
    y = x/r
end
% A type at the call is a checked conversion.
print f(3, 2 : int)
% => 1.5
