%! features: F132
% A rest parameter takes all arguments that are left.
function [] = f(...names : vec, count : int) %~ E0412 the rest parameter `names` is not the last one
    print count
end
f(1, 2, 3)
