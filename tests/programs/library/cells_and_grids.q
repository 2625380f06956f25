% Functions of stdlib/arrays.q, which are there without an import.
c = cell(2)
c[0] = "a"
c[1] = [1, 2]
print c, size(c)
% => ["a",[1,2]][1,2]
d = cell(2, 2)
d[1,0] = 3
print size(d), d[1,0]
% => [2,2]3
b = mat2cell([[1,2,3],[4,5,6],[7,8,9]], [2,1], [1,2])
print size(b), b[0,1]
% => [2,2][[2,3],
% =>  [5,6]]
print cell2mat(b)
% => [[1,2,3],
% =>  [4,5,6],
% =>  [7,8,9]]
try
    mat2cell([1,2,3], [1], [2,2])
catch e
    print e
end
% => mat2cell: the blocks are 1x4, the matrix is 1x3
b[0,1] = [1,2]
try
    print cell2mat(b)
catch e
    print e
end
% => cell2mat: the block at [0,1] does not fit to its neighbours
% NumPy's meshgrid([1,2,3], [5,6]).
[x, y] = meshgrid([1,2,3], [5,6])
print x, y
% => [[1,2,3],
% =>  [1,2,3]][[5,5,5],
% =>  [6,6,6]]
print int2pos([2,3], 4)
% => [1,1]
