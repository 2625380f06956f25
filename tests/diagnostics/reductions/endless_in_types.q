% The types of parts, which decide whether a rule applies, are found by applying rules: that ends as well.
reduction (a : scalar, b : scalar) -> f(a, b) = f(f(a, b), f(b, a)) %~ E0601 do not come to an end
function y = f(a, b)
    y = a + b
end
print f(1.5, 1)
