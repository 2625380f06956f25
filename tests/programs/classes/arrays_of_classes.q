% Arrays of classes: elements, fields, slices, literals, loops, references.
type point : class
    x : scalar
    y : scalar
endtype
pts = vec[point](4)
print numel(pts), " ", size(pts)
% => 4 [1,4]
pts[0].x = 3
pts[1] = point(x:=1, y:=2)
pts[2] = pts[1]
pts[2].y += 5
i = 3
pts[i].x = pts[i-1].y * 2
print pts
% => [{x: 3, y: 0},{x: 1, y: 2},{x: 1, y: 7},{x: 14, y: 0}]
q = pts[2]
q.x = 100
print pts[2], q.x
% => {x: 1, y: 7}100
% An array is a reference, a slice a copy.
other = pts
other[0].y = 9
part = pts[0..1]
part[0].x = -1
print pts[0], part
% => {x: 3, y: 9}[{x: -1, y: 9},{x: 1, y: 2}]
pts[2..3] = part
print pts
% => [{x: 3, y: 9},{x: 1, y: 2},{x: -1, y: 9},{x: 1, y: 2}]
pts[1..2] = point(x:=0, y:=0.5)
print pts
% => [{x: 3, y: 9},{x: 0, y: 0.5},{x: 0, y: 0.5},{x: 1, y: 2}]
function [] = move(p : vec[point], by : scalar)
    for k = 0..numel(p)-1
        p[k].x += by
    end
end
move(pts, 10)
total = point()
for p = pts
    total.x += p.x
    total.y += p.y
end
print total
% => {x: 44, y: 12}
list = [point(x:=1, y:=1), q, pts[0]]
print list, numel(list)
% => [{x: 1, y: 1},{x: 100, y: 7},{x: 13, y: 9}]3
function y = furthest(p)
    y = p[0]
    for k = 1..numel(p)-1
        if p[k].x^2 + p[k].y^2 > y.x^2 + y.y^2
            y = p[k]
        end
    end
end
print furthest(list)
% => {x: 100, y: 7}
twin = copy(list)
twin[0].x = 55
print list[0].x, twin[0].x
% => 155
% Matrices, strings, enumerations, nested classes.
type kind : enum
    Wall
    Door
endtype
type tile : class
    at : point
    name : string
    what : kind
endtype
board = mat[tile](2,3)
board[1,2].at.x = 4
board[1,2].name = "exit"
board[1,2].what = kind.Door
t = board[1,2]
print t, " ", board[0,0], " ", size(board)
% => {at: {x: 4, y: 0}, name: "exit", what: Door} {at: {x: 0, y: 0}, name: "", what: Wall} [2,3]
board[0,1] = tile(at:=point(x:=1, y:=1), name:="start", what:=kind.Wall)
row = board[0,:]
print row[1].at, row[1].name
% => {x: 1, y: 1}start
