function y = f(i)
    y = i
    do {           %~ E0101 no loop starts with `do`
        y += 1
    } while (y < 10);
end
print f(2)
