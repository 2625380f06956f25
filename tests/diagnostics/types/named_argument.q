function y = f(width = 1)
    y = width
end
print f(widht := 3) %~ E0403 widht
