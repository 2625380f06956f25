% Truth values stay truth values where they are copied, multiplied by others, shifted, turned, repeated, cut out and joined.
x = [5, 1, 7, 2, 9, 4]
c = x > 3
d = x < 8
% => [5,7,9,4]
print transpose(x[copy(c)])
% => [5,7,9,4]
print transpose(x[deepcopy(c)])
% => [5,7,4]
print transpose(x[c .* d])
% => [5,7,2,4]
print transpose(x[horzcat(c[0..2], d[3..5])])
% => [1,2,9,4]
print transpose(x[circshift(c, [0,1])])
% => [5,1,2,4]
print transpose(x[c[5..-1..0]])
m = reshape(x, [2,3])
k = m > 3
t = transpose(m)
% => [5,9,7,4]
print transpose(t[transpose(k)])
% => [5,7,9,4]
print transpose(x[reshape(k, [1,6])])
% => [5,7]
print m[0, k[0,:]]
% => [2,9,4]
print m[k[:,1], :]
y = repmat(x, [1,2])
% => [5,7,9,4,5,7,9,4]
print transpose(y[repmat(c, [1,2])])
% A number times truth values is numbers, and so is a sum of them: indices.
% => [7,5,7,5,7,7]
print x[2*c]
