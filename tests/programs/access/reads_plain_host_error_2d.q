%! raises: index line 5
%! stderr: 2
x = zeros(2,3)
n = 2
print x[n,0]
