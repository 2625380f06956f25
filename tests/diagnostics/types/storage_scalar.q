%! features: F048
% Storage integers exist as elements only.
x : uint8 = 5 %~ E0318 there are no variables of type `uint8`
function y = f(a : int16) %~ E0318 there are no variables of type `int16`
    y = a
end
print f(1)
x = uint8(3.7)            %~ E0404 there are no variables of type `uint8`, only elements of arrays
y = int16("a")            %~ E0404 `int16` takes a number or an array of numbers
z = uint8([1+2i, 3])      %~ E0404 `uint8` takes a number or an array of numbers
w = uint8(3, 4)           %~ E0318 there are no variables of type `uint8`
