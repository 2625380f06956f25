% A rule within a function is in force from its definition to the end of the block that it stands in, nested functions included.
function y = twice(x : scalar)
    y = x + x
end
function y = first(x : scalar)
    before = twice(x)
    reduction (a : scalar) -> twice(a) = 20*a
    inner = t -> twice(t)
    y = [before, twice(x), inner(1.0)]
end
print first(4.0)
% => [8,80,20]
print twice(4.0)
% => 8
function y = second(x : scalar)
    if x > 0
        reduction (a : scalar) -> twice(a) = 30*a
        x = twice(x)
    end
    y = twice(x)
end
% 30*1, then the function.
print second(1.0)
% => 60
% The rule of an inner block is there beside one of the program.
reduction (a : scalar) -> thrice(a) = 3*a
function y = third(x : scalar)
    y = 0.0
    for k = 0..1
        reduction (a : scalar) -> hundredfold(a) = 100*a
        y += hundredfold(thrice(x))
    end
    y += thrice(x)
end
print third(1.0)
% => 603
