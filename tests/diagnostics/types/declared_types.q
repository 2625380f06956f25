% What a declared variable, element or output does not take.
a : int = "3" %~ E0301 a `string` where a `int` is needed
b : string = 3 %~ E0301 a `int` where a `string` is needed
c : scalar = 1+2i %~ E0301 a `cscalar` where a `scalar` is needed
d : scalar = [1,2] %~ E0301 where a `scalar` is needed
e : vec = 3 %~ E0301 a `int` where a `vec` is needed
f : mat = zeros(2,2,2) %~ E0302 where a `mat` is needed
g : vec3 = [1,2] %~ E0302 where a `vec(3)` is needed
h = zeros(3)
h[0] = 1+2i %~ E0301 a `cscalar` where a `scalar` is needed
i = vec[uint8](3)
i[0] = "a" %~ E0301 a `string` where a `int` is needed
function [y : int] = text()
    y = "a" %~ E0301 a `string` where a `int` is needed
end
print text()
j : [scalar -> scalar] = (p, q) -> p %~ E0401 a lambda with 2 parameters where the type says 1
k : [scalar -> scalar] = 3 %~ E0301 a `int` where a function is needed
