%! features: F181
%! run: interpreter (the compiler tells while it compiles)
%! stderr: Applied reduction triple(2) -> 3*2
%! reduction: Applied reduction triple(2) -> 3*2
%! reduction: Result after 1 reduction: print(3*2)
% The pragma tells what is rewritten in a part of the text only.
#pragma show_reductions off
reduction (x) -> double(x) = 2*x
reduction (x) -> triple(x) = 3*x
print double(2)
% => 4
#pragma show_reductions on
print triple(2)
% => 6
#pragma show_reductions off
print double(2)
% => 4
