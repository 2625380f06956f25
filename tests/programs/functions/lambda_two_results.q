%! features: F142 F069
%! pending: several results of lambdas
sincos : [scalar -> (scalar, scalar)] = x -> {sin(x), cos(x)}
[s, c] = sincos(0.0)
print s, " ", c
% => 0 1
