% Classes as parameters, results, captured and top-level variables.
type point : class
    x : scalar
    y : scalar
endtype
origin = point(x:=1, y:=1)
function y = distance(p : point)
    y = abs(p.x - origin.x) + abs(p.y - origin.y)
end
function [near, far] = ordered(a : point, b : point)
    near = a
    far = b
    if distance(b) < distance(a)
        near = b
        far = a
    end
end
[n, f] = ordered(point(x:=5, y:=5), point(x:=2, y:=1))
print n, f
% => {x: 2, y: 1}{x: 5, y: 5}
function y = untyped(p)
    y = p.x * 2
end
print untyped(f)
% => 10
shift = p -> point(x:=p.x + origin.x, y:=p.y)
print shift(f)
% => {x: 6, y: 5}
by = point(x:=100, y:=0)
moved = p -> point(x:=p.x + by.x, y:=p.y + by.y)
by.x = 0
print moved(f).x
% => 105
origin.x = 3
print distance(f)
% => 6
function y : point = swap(p : point)
    if p.x > p.y
        y = point(x:=p.y, y:=p.x)
        return
    end
    y = p
end
print swap(point(x:=2, y:=1)), swap(point(x:=3, y:=4))
% => {x: 1, y: 2}{x: 3, y: 4}
total = point()
for k = 1..4
    total.x += k
    total = point(x:=total.x, y:=total.y + total.x)
end
% x: 1 3 6 10; y: their sum
print total
% => {x: 10, y: 20}
function y = recursive(p : point, n : int)
    y = p
    if n > 0
        y = recursive(point(x:=p.x + n, y:=p.y), n - 1)
    end
end
print recursive(point(), 3)
% => {x: 6, y: 0}
