%! raises: no `name` takes (vec[int]) line 10
function y = name(x : scalar)
    y = "scalar"
end
function y = name(x : string)
    y = "string"
end
c = {1, "a", [1,2]}
for k = 0..2
    print name(c[k])
end
% => scalar
% => string
