%! features: F160
%! reduction: Applied reduction p.distanceto(q) -> point_distance(p, q)
%! reduction: Result after 1 reduction: print(point_distance(p, q))
%! reduction: Applied reduction p.distanceto(q) -> point_distance(p, q)
%! reduction: Result after 1 reduction: 2*point_distance(p, q)
% The listing of the manual (3.8): a member function by a rule, which leads to a lambda, also from within a function.
type point : class
    x : scalar
    y : scalar
endtype
point_distance = (p : point, q : point) -> sqrt((p.x-q.x)^2 + (p.y-q.y)^2)
reduction (p : point, q : point) -> p.distanceto(q) = point_distance(p, q)
p = point(x:=4, y:=5);
q = point(x:=1, y:=1)
print p.distanceto(q)
% => 5
function d = twice(p : point, q : point)
    d = 2*p.distanceto(q)
end
print twice(p, point(x:=4, y:=2))
% => 6
