% What only running shows to be a matrix.
%! raises: append: an array of size 2x2 is no vector line 6
sizes = append([1], 4)
print append(reshape(zeros(4), sizes), 5), size(append(reshape(zeros(4), append([4], 1)), 5))
% => [0,0,0,0,5][5]
print append(reshape(zeros(4), append([2], 2)), 5)
