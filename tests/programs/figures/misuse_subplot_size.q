%! raises: subplot: a grid has 1 to 32 rows and columns, not 0 x 3 line 2
subplot(0, 3, 0)
