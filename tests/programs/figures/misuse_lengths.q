%! raises: plot: 3 values of x and 2 of y line 2
plot([1,2,3], [1,2])
