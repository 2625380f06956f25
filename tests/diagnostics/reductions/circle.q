%! features: F175
% Each rule leads to the other, whether anybody uses them or not.
reduction (A, B) -> f(A, B) = g(A, B)
reduction (A, B) -> g(A, B) = f(A, B) %~ E0601 g(A, B) -> f(A, B) -> g(A, B)
