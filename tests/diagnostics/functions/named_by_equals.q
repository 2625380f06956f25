%! features: F041
% `name = value` names a parameter; where there is none of that name nothing is assigned or bound by its place.
function y = f(a, b)
    y = a - b
end
print f(c=5, a=1) %~ E0403 `f` has no parameter `c`
print f(1, a=1) %~ E0403 `a` is given twice
print zeros(n=3) %~ E0403 `zeros` has no named arguments
x = mat(rows=2, columns=3) %~ E0403 the sizes of a new array have no names
