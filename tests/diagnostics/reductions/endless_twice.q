% Where two rules lead away, comparing what comes of either first takes no longer than applying one.
reduction (a, b) -> f(a, b) = f(a + 1, b) %~ E0601 do not come to an end
reduction (a, b) -> f(a, b) = f(a + 1, b) %~ E0601 do not come to an end
function y = f(a, b)
    y = a + b
end
print f(1.5, 1)
print f(2.5, 1)
