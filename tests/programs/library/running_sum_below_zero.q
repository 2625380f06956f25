%! raises: cumsum: there is no dimension -1 line 6
d = numel([1]) - 1
% => [1,3]
print cumsum([1,2], d+1)
d = -size(find([1]), 0)
print cumsum([1,2], d)
