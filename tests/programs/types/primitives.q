%! features: F047
a : scalar = 1.5
b : int = 3
c : cscalar = 2+1i
s : string = "abc"
print a*b, " ", c*2, " ", s
% => 4.5 4+2i abc
% int with scalar gives scalar, scalar with cscalar gives cscalar.
print b/2, " ", a + c
% => 1.5 3.5+1i
