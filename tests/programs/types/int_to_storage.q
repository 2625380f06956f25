% `int(x)` truncates toward zero, also where its value goes to elements that round what they are given.
x = [-1.5,2.7,-0.9,1.5,2.5,99.99]
a = vec[int16](6)
b = vec[int16](6)
u = vec[uint8](6)
l = vec[int64](6)
w = vec[uint32](6)
for i = 0..5
    a[i] = int(x[i])
    t = int(x[i])
    b[i] = t
    u[i] = int(abs(x[i]))
    l[i] = int(x[i])
    w[i] = int(abs(x[i]))
end
print a
% => [-1,2,0,1,2,99]
print b
% => [-1,2,0,1,2,99]
print u
% => [1,2,0,1,2,99]
print l
% => [-1,2,0,1,2,99]
print w
% => [1,2,0,1,2,99]
% The same numbers without `int` round: halves away from zero.
for i = 0..5
    a[i] = x[i]
    u[i] = abs(x[i])
    l[i] = x[i]
    w[i] = abs(x[i])
end
print a
% => [-2,3,-1,2,3,100]
print u
% => [2,3,1,2,3,100]
print l
% => [-2,3,-1,2,3,100]
print w
% => [2,3,1,2,3,100]
% Constants, `cast`, a sign, a choice, and a variable that is an int.
a[0] = int(x[0]-0.25)
a[1] = cast(2.7, int)
a[2] = -int(2.7)
a[3] = x[3] > 0 ? int(x[1]) : 0
k : int = x[1]
a[4] = k
a[5] = float(int(x[5]))
print a
% => [-1,2,-2,2,2,99]
% As images are quantised: 15/16, 16/16, 31/16; 24/16, 8/16, 255/16.
function y = cut(x : mat)
    y = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = int(x[m,n]/16)
        end
    end
end
print cut([[15,16,31],[24,8,255]]*1.0)
% => [[0,1,1],
% =>  [1,0,15]]
function [] = __kernel__ truncate(x : vec, y : vec[uint8], pos : int)
    y[pos] = int(x[pos])
end
parallel_do(6, abs(x), u, truncate)
print u
% => [1,2,0,1,2,99]
% A whole slice of ints, and one of literals.
u[0..3] = int(x[1..4])
print u
% => [2,0,1,2,2,99]
v : vec[uint8](4) = [2.7, int(2.7), x[1], int(x[1])]
print v
% => [3,2,3,2]
[u[0], u[1]] = [int(x[1]), x[1]]
print u[0], " ", u[1]
% => 2 3
