% Every way to give elements of storage integers a real number rounds it to the nearest and saturates.
u = vec[uint8](4)
x = [2.7,3.9,-1.2,300.0]
[u[0], u[1]] = [2.7, 300.2]
print u
% => [3,255,0,0]
[u[2], u[3]] = x[0..1]
print u
% => [3,255,3,4]
u[:] = 2.7
print u
% => [3,3,3,3]
u[0..1] = x[2]
print u
% => [0,0,3,3]
u[x > 3] = 7.6
print u
% => [0,8,3,8]
old = u[1] <- 3.7
print old, " ", u[1]
% => 8 4
m = mat[int8](30,30)
m[:,2] = -1.5
m[3,:] = 1000.0
print m[2..3,1..2]
% => [[0,-2],
% =>  [127,127]]
h = vec[uint32](2)
h[:] = 3000000000.0
print h
% => [3000000000,3000000000]
h[0..1] = -0.7
print h
% => [0,0]
% An element of which it is known when running what it is.
c = vec[??](3)
c[0] = 2.5
c[1] = 7
c[2] = "text"
for i = 0..1
    u[i] = c[i]
    h[i] = c[i]
end
print u, h
% => [3,7,3,8][3,7]
for i = 0..1
    [u[i], u[i+2]] = {c[i], int(2.9)}
end
print u
% => [3,7,2,2]
% The value of an assignment is what the element holds.
z = (u[0] = 3.6)
print z, " ", (u[1] = 300), " ", (u[1] += 1), " ", (u[1] = u[2] = -3.7)
% => 4 255 255 0
function [] = __kernel__ fill(y : mat[uint8], value : scalar, pos : int)
    y[pos,:] = value
    y[pos,0..1] = value+1
end
y = mat[uint8](2,4)
parallel_do(2, y, 2.5, fill)
print y
% => [[4,4,3,3],
% =>  [4,4,3,3]]
