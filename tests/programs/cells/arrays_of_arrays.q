%! features: F050
% Elements that are arrays are references: stores go through, assignments share, copies share the inner arrays, deep copies do not.
v = vec[cube](3)
print numel(v), " ", size(v), " ", numel(v[1])
% => 3 [1,3] 0
v[1] = zeros(2,1,2)
v[1][1,0,1] = 5
print v[1]
% => [[[0,0]],
% =>  [[0,5]]]
w = v
w[0] = ones(1,1,2)
print v[0]
% => [[[1,1]]]
shallow = copy(v)
deep = deepcopy(v)
v[1][0,0,0] = 9
print shallow[1][0,0,0], " ", deep[1][0,0,0]
% => 9 0
n = vec[vec[int]](3)
for k = 0..2
    n[k] = 0..k
end
print n
% => [[0],[0,1],[0,1,2]]
function [] = fill(x : vec[vec[int]])
    x[2][0] = 42
    x[0] = [7,8]
end
fill(n)
print n, " ", sum(n[2])
% => [[7,8],[0,1],[42,1,2]] 45
m = cube[mat](1,2,2)
m[0,1,1] = eye(2)
m[0,1,1][0,1] = 4
print m[0,1,1][0,1] + m[0,1,1][1,1]
% => 5
total = 0
for row = n
    total += numel(row)
end
print total
% => 7
print n[1..2]
% => [[0,1],[42,1,2]]
% Cubes of cubes of pointers (3.1).
type T : mutable class
    x : scalar
endtype
c = cube[cube[^T]](1,1,2)
c[0,0,1] = cube[^T](1,2,1)
c[0,0,1][0,1,0] = T(x:=3)
same = c[0,0,1][0,1,0]
same.x += 1
print c[0,0,1][0,1,0].x, size(c[0,0,1]), " ", type(c)
% => 4[1,2] cube[cube[^T]]
