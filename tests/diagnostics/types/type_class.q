%! features: F074
function y = corner(x : [mat|cmat])
    y = x[0,0]
end
print corner("a") %~ E0301 [mat|mat[cscalar]]
type Num : [scalar|cube]
function y = twice(x : Num)
    y = 2 * x
end
print twice("a") %~ E0301 [scalar|cube]
