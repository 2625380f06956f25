f = sin %~ E0206 `sin` is a function
g = (x, y) -> x + y
h = g(1) %~ E0401 takes 2 arguments, not 1
print g + 1 %~ E0308 `+` does not work on a `function`
x = 3
print x(1) %~ E0405 a `int` cannot be called
function y = apply(f : [scalar -> scalar], x)
    y = f(x) %~ E0301 the argument is a `string` where a `scalar` is needed
end
print apply(a -> a, "a")
print apply(3, 3) %~ E0301 the argument for `f` is a `int`, not a function
