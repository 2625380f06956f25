%! features: F166
%! reduction: Applied reduction outer(inner(2), 3) -> max(inner(2), 3)
%! reduction: Applied reduction inner(2) -> 10*2
%! reduction: Result after 2 reductions: print(max(10*2, 3))
% Both rules fit. The one with two variables goes first although the other stands deeper and was defined before.
reduction (x) -> inner(x) = 10*x
reduction (a, b) -> outer(a, b) = max(a, b)
print outer(inner(2), 3)
% => 20
