%! features: F061
function y = apply(f : [scalar -> scalar], x)
    y = f(x)
end
print apply("text", 3) %~ E0301 string
