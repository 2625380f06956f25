%! reduction: Applied reduction a-a -> 0
%! reduction: Result after 1 reduction: print(0)
% A variable that occurs twice stands for equal expressions.
reduction (x) -> x - x = 0
a = 5
b = 3
print a - a
% => 0
print a - b
% => 2
