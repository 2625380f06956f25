function y = f(x)
    if x > 1 %~ E0107 if
        y = 1
    else if x > 0
        y = 2
    end
end
