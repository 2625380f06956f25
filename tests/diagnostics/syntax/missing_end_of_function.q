%! features: F022
function y = f(x) %~ E0107 f
    y = x + 1
