% A rule that leads to a function of its own file.
function y = twice(x)
    y = x
    y = y + x
end
reduction (x) -> doubled(x) = twice(x)
