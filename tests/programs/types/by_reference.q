% Arrays are shared by assignment, copied by copy().
a = [1.0,2.0]
b = a
c = copy(a)
b[0] = 9
print a[0], " ", c[0]
% => 9 1
function [] = fill(x, v)
    x[0] = v
end
fill(a, 7)
print b[0]
% => 7
function [] = rebind(x)
    x = [0.0,0.0]
end
rebind(a)
print a[0]
% => 7
function [] = slice_store(x)
    x[:] = 3
end
slice_store(a)
print b
% => [3,3]
