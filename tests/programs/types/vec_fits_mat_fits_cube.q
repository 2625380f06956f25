%! features: F067
function y = corners(x : mat)
    y = x[0,0]
end
function y = depth(x : cube)
    y = size(x, 2)
end
print corners([4.0,5.0]), " ", depth(zeros(2,2)), " ", depth(zeros(2,2,5)), " ", depth([1.0,2.0])
% => 4 1 5 1
