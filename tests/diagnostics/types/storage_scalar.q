%! features: F048
% Storage integers exist as elements only.
x : uint8 = 5 %~ E0318 there are no variables of type `uint8`
function y = f(a : int16) %~ E0318 there are no variables of type `int16`
    y = a
end
print f(1)
