% Two files define the same names; each gives its own behind the name that stands behind `as`.
import "import/named/squares.q" as squares
import "import/named/circles.q" as circles
% The program has these names, too.
unit = 100.0
function y = area(x)
    y = -x
end
function y = sum_of_areas(a : squares.figure, b : circles.figure)
    y = squares.area(a) + circles.area(b)
end
function y = with_variable(squares : vec)
    y = squares[1]
end
a = squares.figure(side:=4)
b = circles.figure(radius:=2)
print squares.area(a), " ", circles.area(b), " ", sum_of_areas(a, b)
% => 16 12 28
print area(3), " ", squares.area(3.0), " ", unit, " ", squares.unit, " ", circles.unit
% => -3 9 100 2 5
print squares.kind_of(a), " ", squares.kind_of(a) == squares.kind.large
% => large 1
a.grow(1)
% => grows to 5
print squares.factorial(5), " ", squares.halves([1,2,3])
% => 120 [0.5,1,1.5]
print squares.hidden_by_variables(2), " ", circles.twice(1), " ", with_variable([7,8,9])
% => 7 20 8
print squares.total([1,2,3], 4)
% => 10
several = vec[circles.figure](2)
several[1] = circles.figure(radius:=3)
f = x -> squares.area(x) + circles.area(b)
print circles.area(several[1]), " ", f(1.0)
% => 27 13
squares.unit = 4.0
print squares.halves([1,2,3]), " ", squares.unit
% => [0.25,0.5,0.75] 4
