%! features: F036 F048
% A variable without a modifier takes that of the array, or of the slice of an array, that it is assigned, and keeps the type of the elements.
a : mat[uint8]'clamped = mat[uint8](4,5)
for i = 0..3
    for j = 0..4
        a[i,j] = 5*i + j + 1
    end
end
b = a[0..3,1..2]
c = a
d = a[0..3,1..2] + 0
s = 0
t = 0
u = 0
for i = 0..2..2
    s += b[i,i-1]
    t += c[i,i-1]
    u += d[i,i-1]
end
% a[0,1] + a[2,2]; a[0,0] + a[2,1]; outside a sum is 0, and a[2,2] is inside
print s, " ", t, " ", u
% => 15 13 13
print type(b), " ", type(d)
% => mat[uint8] mat[int]
