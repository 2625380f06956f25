% `vec1` is a vector of one element, and the types of cells are types as all others.
x : vec1 = [2]
print x[0], numel(x), typename(cellvec) == typename(vec[??])
% => 211
v = vec[int](2)
v[0] = 1
v[1] = 5
% Bits are those of whole numbers: 1 | 2, and 5 & 6.
v[0] |= 2.7
v[1] &= 6.2
print v
% => [3,4]
