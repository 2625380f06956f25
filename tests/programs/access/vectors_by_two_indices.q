%! features: F013
% A vector has one row: two subscripts address it as a matrix of that row.
x = [4,5,6]
column = x[:,1]
print column, size(column)
% => [5][1]
print x[:,1..2], x[0,:], x[0,1..2]
% => [5,6][4,5,6][5,6]
function y = tail(v : vec)
    y = v[0,:]
end
function y = first(v : vec)
    y = v[:,0]
end
print tail([7.0,8,9]), first([7.0,8,9])
% => [7,8,9][7]
% A column among the vectors has one column.
print tail(transpose([7.0,8,9])), first(transpose([7.0,8,9]))
% => [7][[7],
% =>  [8],
% =>  [9]]
x[:,1] = 9
x[0,2] = 3
print x
% => [4,9,3]
function [] = __kernel__ pick(v : vec3, y : vec, pos : int)
    w = v[:,pos]
    y[pos] = w[0] + v[0,pos]
end
y = zeros(3)
parallel_do(3, x, y, pick)
print y
% => [8,18,6]
