%! features: F022
% The indentation tells that the inner block lacks its end: that one is named.
function y = f(x)
    if x > 0 %~ E0107 if
        y = 1
end
