%! features: F181
%! flags: --set COMPILER_PERFORM_REDUCTIONS=False
% Without reductions the functions mean what they mean.
reduction (x) -> sum(x) = 0
print sum([1,2,3])
% => 6
