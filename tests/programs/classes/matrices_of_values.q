% Matrices whose elements are values of a class (`mat[T]`), written row by row.
type point : class
    x : scalar
    y : scalar
endtype
p = point(x:=1, y:=2)
q = point(x:=5, y:=6)
column = [[p],[q]]
print column[1,0].x, " ", size(column)
% => 5 [2]
square = [[p,q],[q,p]]
print square[0,1].y, square[1,1].x, " ", size(square)
% => 61 [2,2]
square[0,0] = q
print square[0,0].x, p.x
% => 51
total = 0.0
for m = 0..1
    for n = 0..1
        total += square[m,n].x
    end
end
print total
% => 16
