%! features: F409
%! flags: --precision=double
% The same comparisons as in single precision, with the differences that double precision allows.
import "small_matrices.q"
% => 2 ok
% => 3 ok
% => 4 ok
% => 2 ok
% => 3 ok
% => 4 ok
% => 000
% => 000
% => 111
% => [1,3]
