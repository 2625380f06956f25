%! reduction: Applied reduction any_of(3, 4) -> 3*4
%! reduction: Result after 1 reduction: print(3*4)
%! reduction: Applied reduction of_pi(2, pi) -> 0
%! reduction: Result after 1 reduction: print(0, " ", of_pi(2, 3))
%! reduction: Applied reduction of_t(b, t) -> b
%! reduction: Result after 1 reduction: print(b)
% A name of the pattern that is no declared variable stands for anything, unless it means something by itself: a constant, a
% symbolic name. A variable of the program that happens to have its name changes nothing.
symbolic t : scalar
reduction (x : int) -> any_of(x, a) = x*a
reduction (x : int) -> of_pi(x, pi) = 0
reduction (x : int) -> of_t(x, t) = x
function y = of_pi(x, z)
    y = x + z
end
a = 100
b = 7
print any_of(3, 4)
% => 12
print of_pi(2, pi), " ", of_pi(2, 3)
% => 0 5
print of_t(b, t)
% => 7
