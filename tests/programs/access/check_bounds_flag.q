%! features: F286
%! flags: --check=bounds
%! raises: x line 6
% Every access outside is that error, also with 'unchecked.
x : vec'unchecked = [1.0,2.0,3.0]
print x[5]
