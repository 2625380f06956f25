%! features: F099 F126
function y = name(x : scalar)
    y = "scalar"
end
function y = name(x : string)
    y = "string"
end
function y = name(x : mat)
    y = "matrix"
end
c = {1.5, "a", zeros(2,2)}
for k = 0..2
    print name(c[k])
end
% => scalar
% => string
% => matrix
