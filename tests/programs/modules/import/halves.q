function y = half(x)
    y = sprintf("own %g", x/2)
end
