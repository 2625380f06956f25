%! features: F061
function y = apply(f : [scalar -> scalar], x)
    y = f(x) %~ E0401 lambda
end
print apply((a, b) -> a + b, 3)
