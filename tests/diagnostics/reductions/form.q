reduction f(x) -> g(x) %~ E0101 expected `->`
reduction (x : scalar) where x > 0 -> f(x) = x %~ E0101 expected `->`
reduction x : scalar, y -> f(x, y) = x %~ E0101 expected `->`
symbolic z %~ E0101 expected `:` and the type of the symbolic name
reduction x -> free(x) + y %~ E0120 the replacement of the reduction is missing
%! features: F171
