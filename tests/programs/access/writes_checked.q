%! features: F283
%! raises: x line 5
%! stderr: 3
x : vec'checked = [1.0,2.0,3.0]
x[3] = 1
print "not reached"
