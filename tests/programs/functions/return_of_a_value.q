% `return` with a value gives it to the first output, whatever stands there before, and ends the function.
function y = clipped(x)
    y = 0
    if x > 10
        return 10
    end
    if x > 0
        return x
    end
end
function [y, z] = two(x)
    z = 1
    if x > 1
        return 7
    end
    y = 2
    z = 3
end
print clipped(12), " ", clipped(5), " ", clipped(-1)
% => 10 5 0
[a, b] = two(2)
[c, d] = two(1)
print a, b, c, d
% => 7123
