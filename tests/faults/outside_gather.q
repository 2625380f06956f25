%! fault: access out of bounds
%! kernel: look_up
%! array: table
% One of the indices is wrong.
function [] = __kernel__ look_up(table : vec'unchecked, index : vec[int]'unchecked, y : vec'unchecked, pos : int)
    k = index[pos]
    y[pos] = table[k] % here
end
table = ones(16)
index = vec[int](100)
index[57] = 18
y = zeros(100)
parallel_do(100, table, index, y, look_up)
print y[0]
