%! raises: subplot: a grid of 2 x 3 has panels 0 to 5, not 6 line 2
subplot(2, 3, 6)
