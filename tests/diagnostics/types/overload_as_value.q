function y = f(x : int)
    y = x
end
function y = f(x : string)
    y = x
end
g = f %~ E0402 `f` is the name of 2 functions
h : [int -> int] = f
k = x -> f(x)
print h(1), k("a")
