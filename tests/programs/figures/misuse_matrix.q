%! raises: it takes vectors of real numbers and styles, not an array of size 2x2 line 2
plot(zeros(2,2))
