%! features: F095
x = zeros(4,5,3)
y = repmat(x, [1,1,3])
print size(y)
% => [4,5,9]
z = sum(ones(3,3,7), 2)
print size(z), " ", z[1,2]
% => [3,3] 7
