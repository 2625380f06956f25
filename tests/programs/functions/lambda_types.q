%! features: F142
double : [scalar -> scalar] = x -> 2*x
print double(4)
% => 8
typed = (x : scalar, n : int) -> x*n
print typed(1.5, 2)
% => 3
untyped = x -> x + x
print untyped(2), " ", untyped([1,2])
% => 4 [2,4]
