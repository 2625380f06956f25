%! features: F207
a = zeros(5)
parallel_do(5, __kernel__ (pos : int) -> a[pos] = pos)
print sum(a)
% => 10
b = zeros(2,3)
parallel_do([2,3], __kernel__ (pos : ivec2) -> b[pos] = pos[0]*3 + pos[1])
print sum(b)
% => 15
c = zeros(2,3,4)
parallel_do(size(c), __kernel__ (pos : ivec3) -> c[pos] = pos[2])
print sum(c)
% => 36
d = zeros(2,2,2,3)
parallel_do([2,2,2,3], __kernel__ (pos : ivec4) -> d[pos] = pos[3] + 10*pos[0])
% 8*(0+1+2) + 10*12
print sum(d)
% => 144
% A launch over part of the dimensions.
parallel_do(size(c,0..1), __kernel__ (pos : ivec2) -> c[pos[0],pos[1],3] = 100)
print sum(c[:,:,3])
% => 600
