%! features: F080
% A vector is a row; what transpose makes of it, and what says 'col, is a column. Rules and overloads are chosen by it.
reduction (x : vec'row) -> kind(x) = "row"
reduction (x : vec'col) -> kind(x) = "column"
reduction (x : vec'row, y : vec'row) -> inner(x, y) = dotprod(x, y)
reduction (x : vec'row, y : vec'col) -> inner(x, y) = x*y
reduction (x : vec'col, y : vec'row) -> inner(x, y) = sum(x*y)
function y = name(x : vec'row)
    y = "row"
end
function y = name(x : vec'col)
    y = "column"
end
r = [1.0,2.0,3.0]
c = transpose(r)
print kind(r), " ", kind(c), " ", name(r), " ", name(c)
% => row column row column
d : vec'col = transpose([4.0,5.0,6.0])
e : vec'row = r
print kind(d), " ", name(d), " ", kind(e), " ", name(e)
% => column column row row
% 1*4+2*5+3*6, once as a number and once as a 1x1 matrix; the sum of all products is 6*15.
print inner(r, e), inner(r, d), inner(c, [4.0,5.0,6.0])
% => 14[32]90
print d, d[1], size(d), numel(d)
% => [[4],
% =>  [5],
% =>  [6]]5[3]3
print d + c
% => [[5],
% =>  [7],
% =>  [9]]
print ones(2,3)*d, d*[1.0,2.0]
% => [[15],
% =>  [15]][[4,8],
% =>  [5,10],
% =>  [6,12]]
% The orientation is known where the length is not.
function [] = open(n : int)
    print kind(zeros(n)), " ", kind(zeros(n, 1)), " ", kind(zeros(1, n)), " ", kind(transpose(zeros(n)))
end
open(4)
% => row column row column
function y = filled(n : int)
    y : vec'col = zeros(n, 1)
    y[1] = 1
end
print filled(3), transpose(filled(3)), " ", kind(filled(3))
% => [[0],
% =>  [1],
% =>  [0]][0,1,0] column
% A column as a parameter of a kernel.
function [] = __kernel__ add(a : vec'col, b : vec'row, y : vec'col, pos : int)
    y[pos] = a[pos] + 10*b[pos]
end
y : vec'col = zeros(3, 1)
parallel_do(3, c, r, y, add)
print y
% => [[11],
% =>  [22],
% =>  [33]]
