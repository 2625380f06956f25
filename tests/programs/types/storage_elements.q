%! features: F048
% Elements of storage types are ints when they are read; every store rounds to nearest and saturates:
% through parameters, slices, whole arrays and compound updates.
b = vec[uint8](4)
b[0] = 300
b[1] = -5
b[2] = 2.5
b[3] = 7
print b
% => [255,0,3,7]
b[3] += 250
print b[3], " ", b[0] + b[3]
% => 255 510
i = vec[int8](4)
i[0..3] = [200, -200, 1.5, -1.5]
print i
% => [127,-128,2,-2]
i[:] = 127
i += 1
print i
% => [127,127,127,127]
print total(i)
% => 508
function s = total(x : vec[int8])
    s = 0
    for k = 0..numel(x)-1
        s += x[k]
    end
end
function [] = fill(x : vec[uint8])
    x[0] = 1000
    x[1..2] = [3.5, -3]
end
fill(b)
print b
% => [255,4,0,255]
m = mat[uint8](2,2)
m[:,0] = 260
m[1,:] -= 5
print m
% => [[255,0],
% =>  [250,0]]
function [] = __kernel__ brighten(x : mat[uint8], factor : scalar, pos : ivec2)
    x[pos] = x[pos]*factor + 0.25
end
m[0,1] = 21
parallel_do(size(m), m, 1.5, brighten)
print m
% => [[255,32],
% =>  [255,0]]
for k = 0..1
    m[k,k] = 100*k - 50
end
print m
% => [[0,32],
% =>  [255,50]]
u = vec[uint16](2)
u[0] = 65535.5
u[1] = -1
s = vec[int16](2)
s[0] = 70000
s[1] = -32768.7
w = vec[int32](2)
w[0] = 2147483647
w[0] += 1
print u, s, w
% => [65535,0][32767,-32768][-2147483648,0]
