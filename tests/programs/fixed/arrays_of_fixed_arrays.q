% The elements of an array of fixed arrays start as arrays of zeros, each with its own.
a = vec[vec3](2)
print a[0], numel(a[1])
% => [0,0,0]3
a[0][1] = 4
print a
% => [[0,4,0],[0,0,0]]
type grid : mat[mat2x2]
g = grid(1, 2)
g[0,1][1,0] = 3
print g[0,0], g[0,1]
% => [[0,0],
% =>  [0,0]][[0,0],
% =>  [3,0]]
c = vec[cvec2](1)
c[0][0] = 2i
print c[0]
% => [0+2i,0+0i]
n = 3
u = vec[vec[uint8](4)](n)
u[2][3] = 300
print numel(u), u[2], sum(u[0])
% => 3[0,0,0,255]0
