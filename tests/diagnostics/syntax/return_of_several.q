function [a, b] = f(x)
    return x, 2*x %~ E0104 found `,`
end
