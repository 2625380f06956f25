% Outside of its block a rule is unknown.
function y = f(x : scalar)
    reduction (a : scalar) -> doubled(a) = 2*a
    y = doubled(x)
    if x > 0
        reduction (a : scalar) -> halved(a) = a/2
        y += halved(x)
    end
    y += halved(x) %~ E0204 halved
end
print f(4.0)
print doubled(4.0) %~ E0204 doubled
