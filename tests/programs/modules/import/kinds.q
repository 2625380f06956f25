function y = kind(x : scalar)
    y = "number"
end
