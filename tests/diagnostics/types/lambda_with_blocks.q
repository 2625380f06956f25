%! features: F143
% Lambdas have no control structures, no nested functions, no optional parameters.
f = x -> (if x > 0 %~ E0409 a lambda has no control structures
    y = 1
end; y)
g = x -> (for i = 0..x %~ E0409 a lambda has no control structures
    print i
end)
h = x -> (function y = inner(x) %~ E0409 a lambda has no nested functions
    y = x
end; inner(x))
k = (x = 3) -> x %~ E0409 a lambda has no optional parameters
m = (x : int) -> (while x > 0 %~ E0409 a lambda has no control structures
    x -= 1
end)
