%! raises: not the text "r" in their place line 2
plot("r", [1,2])
