% Functions with the name of a class construct it from other things; fields by name and no arguments remain.
type circle : class
    x : scalar
    y : scalar
    r : scalar
endtype
function c : circle = circle(r : scalar)
    c = circle(x:=0, y:=0, r:=r)
end
function c : circle = circle(at : vec2, r : scalar)
    c = circle(x:=at[0], y:=at[1], r:=r)
end
function c = __device__ circle(a : int, b : int, r : int)
    c = circle(x:=a, y:=b, r:=r)
end
print circle(2.5)
% => {x: 0, y: 0, r: 2.5}
print circle([3.0,4.0], 1)
% => {x: 3, y: 4, r: 1}
print circle()
% => {x: 0, y: 0, r: 0}
print circle(r:=9)
% => {x: 0, y: 0, r: 9}
print circle(r:=1, y:=2, x:=3)
% => {x: 3, y: 2, r: 1}
z = zeros(3)
function [] = __kernel__ k(z : vec, pos : int)
    c = circle(pos, 2*pos, 1)
    z[pos] = c.x + c.y + c.r
end
parallel_do(3, z, k)
print z
% => [1,4,7]
