%! features: F181
%! flags: --set COMPILER_DISPLAY_REDUCTIONS=True
%! run: interpreter (the compiler tells while it compiles)
%! stderr: Applied reduction double(2) -> 2*2
reduction (x) -> double(x) = 2*x
print double(2)
% => 4
