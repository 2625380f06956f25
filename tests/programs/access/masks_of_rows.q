% A vector of truth values among several indices selects rows or columns; positions that `find` gives of a vector select its elements.
x = reshape(0..11, [4,3])
rows = x[:,0] > 2
% => [[3,4,5],
% =>  [6,7,8],
% =>  [9,10,11]]
print x[rows, :]
% => [[1],
% =>  [4],
% =>  [7],
% =>  [10]]
print x[:, [0,1,0] > 0]
% => [[4],
% =>  [7],
% =>  [10]]
print x[rows, x[0,:] == 1]
% => [[4],
% =>  [7],
% =>  [10]]
print x[x[:,1] > 2, 1]
% => 0
print numel(x[x[:,0] > 100, :])
y = copy(x)
y[y[:,0] > 5, 0] = -1
% => [[0],
% =>  [3],
% =>  [-1],
% =>  [-1]]
print y[:,0]
y[[1,0,0,1] > 0, :] += 100
% => [[100,101,102],
% =>  [3,4,5],
% =>  [-1,7,8],
% =>  [99,110,111]]
print y
v = [1, 5, 2, 7]
places = find(v > 2)
% => [5,7]
print v[places]
v[find(v > 2)] = 0
% => [1,0,2,0]
print v
% => [0,0]
print v[find(v == 0)]
% => 0
print numel(v[find(v > 100)])
% An output that nobody wants.
[~, order] = sort([3, 1, 2])
% => [1,2,0]
print order
[least, ~] = sort([3, 1, 2])
% => [1,2,3]
print least
[ ~ , place ] = max(v)
% => 2
print place
function [a, b, c] = three()
    a = 1
    b = 2
    c = 3
end
[~, ~, last] = three()
% => 3
print last
[~, m] = size(x)
% => 3
print m
[~, second, ~] = [7, 8, 9]
% => 8
print second
