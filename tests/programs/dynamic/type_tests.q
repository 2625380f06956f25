% Tests of types: decided when compiling where the type is known, else when running.
type point : class
    x : int
end
type colour : enum
    Red
end
print type(3, "int"), type(3, "scalar"), type(2.5, "scalar"), type("a", "string"), type(1i, "cscalar")
% => 10111
% A vector passes as a matrix and as a cube, but not the other way round.
m = ones(2, 3)
print type(m, "vec"), type(m, "mat"), type(m, "cube"), type([1,2], "ivec"), type([1,2], "vec[int]"), type([1,2], "vec")
% => 011110
p = point(x:=1)
r : ^point = point(x:=2)
print type(p, "point"), type(r, "point"), type(r, "^point"), type(colour.Red, "colour"), type(object(), "object")
% => 10111
f = x -> x + 1
print type(f, "function"), type({1, "a"}, "cellvec"), type([1.0,2], "vec3"), type([1.0,2,3], "vec3")
% => 1101
function y = name(v)
    y = "another"
    if type(v, "string")
        y = "string"
    elseif type(v, "point")
        y = "point"
    elseif type(v, "^point")
        y = "pointer"
    elseif type(v, "colour")
        y = "colour"
    elseif isscalar(v)
        y = isreal(v) ? "real" : "complex"
    elseif type(v, "vec")
        y = "vec"
    elseif type(v, "mat")
        y = "mat"
    elseif type(v, "function")
        y = "function"
    end
end
all = {"s", p, r, colour.Red, 3, 2i, [1.0,2], ones(2,2), f, ones(2,2,2)}
for k = 0..9
    v = all[k]
    print name(v)
end
% => string
% => point
% => pointer
% => colour
% => real
% => complex
% => vec
% => mat
% => function
% => another
% The type itself, as a value.
for k = 0..1
    v = all[k]
    print type(v)
end
% => string
% => point
