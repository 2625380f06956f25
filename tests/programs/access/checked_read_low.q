%! features: F281
%! raises: index line 5
x : vec'checked = [1.0,2.0,3.0]
i = -1
print x[i]
