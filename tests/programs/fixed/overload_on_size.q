%! features: F123
function y = which(a : mat2x2)
    y = "2x2"
end
function y = which(a : mat)
    y = "any"
end
print which(zeros(2,2)), " ", which(zeros(3,2))
% => 2x2 any
