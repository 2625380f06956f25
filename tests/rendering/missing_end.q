% A block that is never closed: where it opened.
function y = f(x)
    if x > 0
        y = 1
    for k = 0..3
        y = y + k
    end
end
