% As for reads: the array and the index in its dimension.
%! raises: index 4 of 'table' is outside dimension 1, which has size 2 line 5
function [] = __kernel__ k(y : vec, n : int, pos : int)
    table = [[1.0,2.0],[3.0,4.0]]
    table[0,n] = 3
    y[pos] = table[0,0] + table[1,n-4]
end
y = zeros(3)
parallel_do(3, y, 4, k)
print y
