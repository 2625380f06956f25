%! features: F283
%! raises: x line 4
x = [1.0,2.0,3.0]
x[3] = 1
