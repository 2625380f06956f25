type point : class
    x : scalar
endtype
pts = vec[point](3)
print sum(pts) %~ E0404 point
z = pts + 1 %~ E0308 point
pts[0].y = 1 %~ E0340 y
pts[0] = 3 %~ E0301 point
function [] = f(p : vec[point]'const)
    p[0].x = 1 %~ E0317 const
end
f(pts)
list = [pts[0], 3] %~ E0310 point
n = !pts %~ E0308 point
if pts %~ E0307 point
end
type action : class
    run : [scalar -> scalar]
endtype
acts = [action(run:=x -> x)] %~ E0900 functions
more = vec[action](3) %~ E0900 functions
type body : class
    v : vec3
endtype
bodies = vec[body](3)
bodies[0].v[0..1] = 1 %~ E0900 several elements
