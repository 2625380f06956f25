%! features: F175
%! flags: --set COMPILER_REDUCTION_SAFETYLEVEL=off
% A circle is an error at every level; so is a rule that never ends.
reduction (x : scalar, y : scalar) -> plus(x, y) = plus(y, x) %~ E0601 in a circle
reduction (x) -> longer(x) = longer(x + 1) %~ E0601 do not come to an end
