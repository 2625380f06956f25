% An update works in the array itself only when nobody else has it: callers, cells, closures and other variables see no change.
function y = through_calls(x : mat, n : int)
    x = x.*2 + 1
    y = sum(x)
    if n > 0
        y += through_calls(x, n - 1)
    end
end
function [] = kept_before(x : vec, n : int)
    old = x
    for i = 0..n
        x = x + 1
    end
    print old, x
end
a = ones(3, 3)
% 9 elements of 3, of 7, of 15
print through_calls(a, 2)
% => 225
print a[0,:]
% => [1,1,1]
c = {a, ones(2)}
b : mat = c[0]
b = b + 5
print sum(c[0]), " ", sum(b)
% => 9 54
v = [1.0,2,3]
kept_before(v, 3)
% => [1,2,3][5,6,7]
print v
% => [1,2,3]
h = (k) -> v + k
v = v*2
print h(1), v
% => [2,3,4][2,4,6]
type holder : mutable class
    m : vec
endtype
o = holder(m:=[1.0,2,3])
w = o.m
o.m = o.m + 1
print w, o.m
% => [1,2,3][2,3,4]
