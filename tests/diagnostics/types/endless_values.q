% A value that holds the one of the call, of the round or of the element before has another type each time: the walks over
% it have no end.
function y = nested(n) %~ E0344 the output `y` of `nested` has a new type for each call
    if n == 0
        y = 0
    else
        y = {nested(n-1), "x"}
    end
end
print nested(3)
function y = composed(n) %~ E0344 the output `y` of `composed` has a new type for each call
    y = () -> 1
    if n > 0
        g = composed(n-1)
        y = () -> g() + 1
    end
end
h = composed(3)
