function y = f(x)
    if x > 1
        y = 1
    else if x > 0 %~ E0107 if
        y = 2
    end
end
