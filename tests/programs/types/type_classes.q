%! features: F074
% Type classes restrict what a parameter takes, by themselves and through an alias.
type Num : [scalar|cube|cube[int]]
function y = twice(x : Num)
    y = 2 * x
end
print twice(3.5), twice([1,2,3])
% => 7[2,4,6]
function y = corner(x : [mat|cmat])
    y = x[0,0]
end
print corner([[1,2],[3,4]]), " ", real(corner(complex(ones(2,2))))
% => 1 1
function y = kind(x : [string|int])
    y = "text"
end
function y = kind(x : [vec|mat])
    y = "array"
end
print kind(3), " ", kind("a"), " ", kind([1.5,2])
% => text text array
