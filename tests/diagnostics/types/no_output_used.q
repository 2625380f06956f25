function [] = show(x)
    print x
end
y = show(1) %~ E0316 `show` gives no value
[a, b] = show(1) %~ E0316 `show` gives no value
function [] = leave(x)
    return x + 1 %~ E0406 no output for a value
end
leave(3)
