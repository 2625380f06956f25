% Two words where one was meant.
function y = f(x)
    if x > 1
        y = 1
    else if x > 0
        y = 2
    end
end
