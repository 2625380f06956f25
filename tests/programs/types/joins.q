%! features: F090
% int joins scalar to scalar; dimensionality widens.
s = 0
for k = 0..3
    s += k/2
end
print s
% => 3
x = zeros(3)
flag = 1
if flag
    x = zeros(3,3)
end
print size(x)
% => [3,3]
y = 1
if flag
    y = 2.5
end
print y
% => 2.5
% What becomes of a variable that gets arrays of other sizes, other dimensions or other elements: the type of all of them.
function [] = widened(n : int)
    a = zeros(3)
    b = zeros(2,2)
    c = zeros(2,2)
    d = [1,2,3]
    e = zeros(2)
    for k = 0..n-1
        a = zeros(4)
        b = zeros(3,2)
        c = zeros(2,2,2)
        d = d/2
        e = e + 1i
    end
    print size(a), size(b), size(c), d, e
end
widened(0)
% => [1,3][2,2][2,2][1,2,3][0+0i,0+0i]
widened(1)
% => [1,4][3,2][2,2,2][0.5,1,1.5][0+1i,0+1i]
%! reports: types a: vec,
%! reports: types b: mat(:,2),
%! reports: types c: cube,
%! reports: types d: vec(3),
%! reports: types e: vec[cscalar](2),
