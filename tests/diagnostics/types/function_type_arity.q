%! features: F061
function y = apply(f : [scalar -> scalar], x)
    y = f(x)
end
print apply((a, b) -> a + b, 3) %~ E0401 a function with 2 parameters where the type says 1
