% Outside loops and kernels a read outside is an error on the host.
%! raises: index line 5
x = [1.0,2.0,3.0]
n = 3
print x[n]
