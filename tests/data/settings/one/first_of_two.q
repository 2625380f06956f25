function y = first(x)
    y = x + 1
end
