%! features: F369
% The version of the library where there is one, else 0: no program fails for lack of it.
v = blas_version()
print v == 0 || (v >= 110000 && v < 1000000)
% => 1
