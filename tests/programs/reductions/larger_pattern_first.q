%! reduction: Applied reduction op(sin(a)) -> 2*a
%! reduction: Result after 1 reduction: print(2*a)
%! reduction: Applied reduction op(a) -> a
%! reduction: Result after 1 reduction: print(a)
%! flags: -A reduction-conflict
% Number of variables, types and place are the same: the larger pattern goes first, the rule for everything comes last.
reduction (x : scalar) -> op(x) = x
reduction (x : scalar) -> op(sin(x)) = 2*x
a = 3.0
print op(sin(a))
% => 6
print op(a)
% => 3
