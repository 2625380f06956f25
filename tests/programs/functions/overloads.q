%! features: F124
function y = kind(x : scalar)
    y = "scalar"
end
function y = kind(x : cscalar)
    y = "complex"
end
function y = kind(x : mat)
    y = "matrix"
end
function y = kind(x : cube)
    y = "cube"
end
function y = kind(x : string)
    y = "string"
end
print kind(1.5), " ", kind(2i), " ", kind(zeros(2,2)), " ", kind(zeros(2,2,2)), " ", kind("x")
% => scalar complex matrix cube string
% int promotes to scalar, a vector fits a matrix.
print kind(1), " ", kind([1.0,2.0])
% => scalar matrix
