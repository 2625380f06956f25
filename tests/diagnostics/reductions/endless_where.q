% Conditions that are known only when running are part of the expression, and rules apply within them.
reduction (a, b) -> f(a, b) = f(f(a, b), b) where a > 1 %~ E0601 do not come to an end
function y = f(a, b)
    y = a + b
end
print f(1.5, 1)
