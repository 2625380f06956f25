%! flags: --precision=double
% The distance is that of the precision of the program.
one = 1.0
print one + eps > one, one + eps/2 > one, eps == 2.0^-52
% => 101
