% Rules that do not come to an end are told once, however often they are used and whatever else is wrong.
reduction (a, b) -> f(a, b) = f(a + 1, b) %~ E0601 do not come to an end
function y = f(a, b)
    y = a + b
end
print numle(3) %~ E0204 numle
print f(1.5, 1)
print f(2.5, 1)
