%! raises: legend: 2 names for 1 series line 3
plot([1,2])
legend("a", "b")
