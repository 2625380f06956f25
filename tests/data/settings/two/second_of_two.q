function y = second(x)
    y = 10*x
end
