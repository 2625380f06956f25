% The distance from 1 to the next number: half of it is lost when it is added to 1.
one = 1.0
print one + eps > one, one + eps/2 > one, eps == 2.0^-23
% => 101
