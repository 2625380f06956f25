%! features: F163
%! reduction: Applied reduction minimum((x-3)^2+y, x) -> 3
%! reduction: Result after 1 reduction: print(3)
% Symbolic names have types, which rules look at, and are gone when the program runs.
symbolic x : int, y : scalar
reduction (x : int, a, y : scalar) -> minimum((x-a)^2 + y, x) = a
print minimum((x-3)^2 + y, x)
% => 3
% a variable of the same name hides the symbolic one
x = 5
print x + 1
% => 6
