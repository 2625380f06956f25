function a, b = f(x) %~ E0101 expected `=` after the output
    a = x
end
function int g(x) %~ E0101 expected `=` after the output
    g = x
end
function y = h(int x) %~ E0101 expected `,` or `)`
    y = x
end
function y = k(x) : int %~ E0101 expected the end of the line
    y = x
end
type point : class
    x : scalar = 3 %~ E0101 expected the end of the line
end
macro t(op) %~ E0118 the list of outputs is missing
    op
endmacro
