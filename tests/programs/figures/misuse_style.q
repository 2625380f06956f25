%! raises: plot: "rx7" is no style line 2
plot([1,2], "rx7")
