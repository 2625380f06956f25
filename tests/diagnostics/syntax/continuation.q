%! features: F003
% Behind the sign of continuation the line ends.
x = 1 + _ 2 %~ E0102 expected an expression, found `_`
print x
