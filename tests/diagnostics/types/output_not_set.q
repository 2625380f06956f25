function y = f(x) %~ E0407 y
    z = x
end
print f(1)
