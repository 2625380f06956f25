%! features: F142 F069
sincos : [scalar -> (scalar, scalar)] = x -> {sin(x), cos(x)}
[s, c] = sincos(0.0)
print s, " ", c
% => 0 1
