%! features: F172
% A right side may lead to functions and to other rules, not to nothing.
reduction (x : scalar) -> half(x) = quarter(2*x)
reduction (x : scalar) -> quarter(x) = x / 4
reduction (x : scalar) -> third(x) = sixth(2*x) %~ W0602 leads to `sixth`, which nobody defines
print half(3.0)
