% Methods of a mutable class change the object in its place; what computes the place is done once.
type point : mutable class
    x : scalar
endtype
type owner : mutable class
    part : point
    shared : ^point
    list : vec[point]
endtype
function [] = move(self : point, by : scalar)
    self.x += by
end
function y = moved(self : point, by : scalar)
    self.x += by
    y = 100*self.x
end
a = owner(part:=point(x:=1), shared:=point(x:=2), list:=vec[point](2))
a.part.move(1)
a.shared.move(1)
a.list[1].move(4)
print a.part.x, a.shared.x, a.list[1].x
% => 234
all = vec[owner](2)
all[1].part.move(1)
all[1].list = vec[point](3)
all[1].list[2].move(6)
print all[1].part.x, all[1].list[2].x, all[0].part.x
% => 160
r : ^owner = a
r.part.move(5)
r.shared.move(5)
% `r` refers to an object of its own, with the same shared point.
print r.part.x, a.part.x, r.shared.x, a.shared.x
% => 7288
function k = next()
    print "once"
    k = 1
end
points = vec[point](3)
points[next()].move(3)
% => once
print points[next()].moved(2), points
% => once
% => 500[{x: 0},{x: 5},{x: 0}]
function y : ^point = choose(points : vec[^point], k : int)
    print "chosen"
    y = points[k]
end
p : ^point = point(x:=1)
q : ^point = point(x:=2)
choose([p, q], 1).move(40)
% => chosen
print p.x, q.x
% => 142
