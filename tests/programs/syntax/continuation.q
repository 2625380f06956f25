%! features: F003
% Explicit by `_`, implicit within brackets, implicit after an operator.
a = 1 + _
    2 + _
    3
print a
% => 6
b = max(1,_
    5)
print b
% => 5
c = (10 -
     4)
print c
% => 6
d = 2 *
    3
print d
% => 6
v = [1,
     2,
     3]
print v
% => [1,2,3]
% The rule of the manual (4.9) with its condition on the next line.
reduction (a:cube, b:cube, c:scalar) -> a+b*c = fmad(a,b,c) _
    where size(a) == size(b)
function y = fmad(a, b, c)
    y = a + b*c + 100
end
print ones(2) + ones(2)*3
% => [104,104]
