% One part of a feature of the inventory.
a : ivec = [1,2,3]
b = imat(2,2)
b[0,0] = 2.7
c = icube(1,1,2)
z = cvec(2)
z[1] = 2i
y = cmat(1,2)
w = ccube(1,1,1)
print a[0] + b[0,0] + c[0,0,1]
% => 3
print z[1]*z[1]
% => -4+0i
print numel(y), numel(w)
% => 21
