%! features: F053 F054
type point : class
    x : scalar
    y : scalar
endtype
p = point(x:=1, y:=2)
q = p
q.x = 5
function [] = move(r : point)
    r.x = 100
end
move(p)
print p.x, p.y, q.x
% => 125
z = point()
print z.x
% => 0
