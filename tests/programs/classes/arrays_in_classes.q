%! features: F122
% A fixed array is held in place: it is part of the value, on the host as in kernels. Other arrays are references.
type sample : class
    fixed : vec3
    open : vec
endtype
a = sample(fixed:=[1,2,3], open:=[1,2,3])
b = a
b.fixed[0] = 10
b.open[0] = 10
print a
% => {fixed: [1,2,3], open: [10,2,3]}
print b
% => {fixed: [10,2,3], open: [10,2,3]}
function [] = change(s : sample)
    s.fixed[1] = 20
    s.open[1] = 20
    print s.fixed
end
change(a)
% => [1,20,3]
print a
% => {fixed: [1,2,3], open: [10,20,3]}
v = a.fixed
v[2] = 30
print a.fixed, v
% => [1,2,3][1,2,30]
a.fixed += 1
a.fixed[0] += 0.5
print a.fixed
% => [2.5,3,4]
type ring : class
    centre : vec2
    radius : scalar
endtype
function y : scalar = __device__ area(r : ring)
    r.centre[0] = 0
    y = r.radius * r.centre[1]
end
r = zeros(4)
start = ring(centre:=[5,6], radius:=2)
parallel_do(4, r, start, __kernel__ (r : vec, start : ring, pos : int) -> (mine = start; mine.centre[0] += pos; mine.centre[1] = pos; r[pos] = mine.centre[0] + area(mine) + mine.centre[0];))
% centre[0] = 5+pos, area = 2*pos: 2*(5+pos) + 2*pos
print r, start.centre
% => [10,14,18,22][5,6]
