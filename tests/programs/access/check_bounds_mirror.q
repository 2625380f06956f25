%! flags: --check=bounds
%! raises: x line 4
x : vec'mirror = [1.0,2.0,3.0]
print x[3]
