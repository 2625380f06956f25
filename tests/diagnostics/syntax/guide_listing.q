%! features: F022
% A listing of the guide, without terminators: one good error.
function [] = __kernel__ filter(x : mat, y : mat, pos : ivec2) %~ E0107 function
    y[pos] = 2*x[pos]
