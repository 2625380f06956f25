%! raises: 'p' is nullptr line 8
type node : mutable class
    value : scalar
    name : string
endtype
function [] = fill(p : ^node)
    print "filling"
    p.name = "x"
end
fill(nullptr)
% => filling
