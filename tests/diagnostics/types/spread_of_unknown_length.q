function [] = g(a, b, c, d)
    print a, b, c, d
end
function [] = h(a, ...rest)
    print a, numel(rest)
end
v = find([1,1])[:,1]
g(...v, ...v) %~ E0315 how many parameters of `g` this vector is for is not known
h(...v, 1) %~ E0315 how many parameters of `h` this vector is for is not known
h(1, 2, ...v) %~ E0315 how many parameters of `h` this vector is for is not known
h(1, ...v)
g(a := 1, 2, 3, 4) %~ E0403 `a` is given twice
