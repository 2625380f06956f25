%! features: F062
% Types as values: printed as they are written, compared, kept in variables and classes, passed.
t : type = typename(vec[int])
print t
% => vec[int]
type point : class
    x : scalar
endtype
print typename(point), " ", typename(^point), " ", typename(cube{4}[int16]), " ", typename(scalar)
% => point ^point cube{4}[int16] scalar
print type([1,2,3]) == t, type(3.5) == typename(scalar), type("a") != typename(int)
% => 111
function y = describe(t : type)
    y = "a " + t
    if t == typename(mat)
        y = "a matrix"
    end
end
print describe(type(ones(2,2))), ", ", describe(type(point())), ", ", describe(typename(string))
% => a matrix, a point, a string
t = typename(mat)
print t, " ", type(t)
% => mat type
