%! raises: ylim: the limits are two numbers, not 1 line 3
plot([1,2])
ylim(2)
