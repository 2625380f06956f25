c = cell(2,3,4)
c[1,2,3] = "corner"
print size(c), c[1,2,3]
% => [2,3,4]corner
d = cell(1,2,3,2)
d[0,1,2,1] = [1,2]
print size(d), d[0,1,2,1]
% => [1,2,3,2][1,2]
% Without sizes each element is a block.
m = [[1.0,2.0,3.0],[4.0,5.0,6.0]]
b = mat2cell(m)
print size(b), b[1,2], all(cell2mat(b) == m)
% => [2,3][6]1
% cat takes any number of arrays, of any number of dimensions.
print cat([1,2], [3,4], [5,6], 0), cat([1], [2], [3], [4], 1)
% => [[1,2],
% =>  [3,4],
% =>  [5,6]][1,2,3,4]
