% What a call evaluates, its replacement evaluates as well, in the same order: also where the right side asks for it in some cases only.
function y = say(x)
    print "say ", x
    y = x
end
function y = both(a, b)
    y = 0
end
function y = either(a, b)
    y = 0
end
reduction (a, b) -> both(a, b) = a > 0 && b > 0
reduction (a, b) -> either(a, b) = a > 0 || b > 0
print both(say(0), say(1))
% => say 0
% => say 1
% => 0
print either(say(2), say(3))
% => say 2
% => say 3
% => 1
