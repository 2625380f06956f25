function y = weighted(a, b, c = 1)
    y = a + b*c
end
print weighted() %~ E0401 `weighted` takes 2 to 3 arguments, not 0
print weighted(1) %~ E0401 `weighted` takes 2 to 3 arguments, not 1
print weighted(1, 2, 3, 4) %~ E0401 `weighted` takes 2 to 3 arguments, not 4
f = (x, y) -> x + y
print f(1) %~ E0401 takes 2 arguments, not 1
print sqrt() %~ E0401 `sqrt` takes 1 argument, not 0
function y = first(a, ...rest)
    y = a
end
print first() %~ E0401 `first` takes at least 1 argument, not 0
