% Rules that do not come to an end are told once, however often they are used and whatever else is wrong.
reduction x -> f(x) = f(x) + f(x) %~ E0601 do not come to an end
function y = f(x)
    y = x
end
print numle(3) %~ E0204 numle
print f(1.5)
print f(2.5)
