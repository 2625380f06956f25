%! raises: xlim: 2 to 1 is no range that can be shown line 3
plot([1,2])
xlim(2, 1)
