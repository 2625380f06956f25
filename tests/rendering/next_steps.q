% What to do next stands with each mistake.
type point : mutable class
    x : scalar
end
type color : enum
    Red
end
function y = norm_of(p : point)
    y = p.x
end
function y = length_of(self : point)
    y = self.x
end
function [] = show(x)
    print x
end
p = point(x:=1)
print p.norm_of()
print p.length_of
print Red
color.Red = 3
y = show(1)
print norm_of()
print "a" == 1
for k = 0..0..5
    print k
end
