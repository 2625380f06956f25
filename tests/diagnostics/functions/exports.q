% What callers in C cannot have is told wherever a file is compiled, since most are compiled as programs, too.
function y = untyped(x) %~ E0414 `x` of the exported function `untyped` has no type
    {!export}
    y = x
end
function y = complex(x : cscalar) %~ E0414 `x` of the exported function `complex` cannot cross to C
    {!export}
    y = x
end
function y = any(x : cube{:}) %~ E0414 `x` of the exported function `any` cannot cross to C
    {!export}
    y = sum(x)
end
function y = cells(x : int) %~ E0414 `y` of the exported function `cells` cannot cross to C
    {!export}
    y = {x, "a"}
end
function y = rest(...x : vec) %~ E0414 `x` of the exported function `rest` takes any number of arguments
    {!export}
    y = sum(x)
end
function y = float(x : scalar)
    {!export} %~ E0415 `float` cannot be the name of an exported function
    y = x
end
function y = named(x : scalar)
    {!export name="a-b"} %~ E0415 `a-b` cannot be the name of an exported function
    y = x
end
function y = once(x : scalar)
    {!export}
    y = x
end
function y = twice(x : scalar)
    {!export name="once"} %~ E0415 there are two exported functions `once`
    y = x
end
