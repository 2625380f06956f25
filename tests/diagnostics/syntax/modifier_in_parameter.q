function y = f(x : mat'mirorr) %~ E0110 mirorr
    y = x
end
