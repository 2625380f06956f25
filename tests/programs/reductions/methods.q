%! reduction: Applied reduction p.distanceto(q) -> point_distance(p, q)
%! reduction: Result after 1 reduction: print(point_distance(p, q))
% A rule redirects the call of a member to a function.
type point : class
    x : scalar
    y : scalar
endtype
point_distance = (p : point, q : point) -> sqrt((p.x-q.x)^2 + (p.y-q.y)^2)
reduction (p : point, q : point) -> p.distanceto(q) = point_distance(p, q)
p = point(x:=4, y:=5)
q = point(x:=1, y:=1)
print p.distanceto(q)
% 3 across, 4 down
% => 5
