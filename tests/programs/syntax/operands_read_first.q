% Operands are read from left to right: what a later one stores is not seen by those before it. `x op= y` is `x = x op y`.
function y = add_to(x : mat, c : int)
    x += c
    y = x
end
function y = raise(v : vec)
    v[0] += 10
    y = 1
end
% 1 - ((1+1) + 4) = -5, whatever the size.
x = ones(1,3)
x -= (x + x) + add_to(x, 3)
print x
% => [-5,-5,-5]
x = ones(1,3)
x = x - ((x + x) + add_to(x, 3))
print x
% => [-5,-5,-5]
x = ones(2,100)
x -= (x + x) + add_to(x, 3)
print x[1,99], " ", sum(x)
% => -5 -1000
x = ones(2,100)
x = x - ((x + x) + add_to(x, 3))
print x[1,99], " ", sum(x)
% => -5 -1000
x = ones(2,100)
y = x + add_to(x, 1) + x
print y[1,99], " ", x[0,0]
% => 5 2
z = ones(20,20)
p = z*add_to(z, 1)
print p[3,4], " ", z[0,0]
% => 40 2
% Elements: the old value is 1, the function gives 1.
a = [1.0,2.0,3.0]
a[0] += raise(a)
print a
% => [2,2,3]
a = linspace(1, 100, 100)
a[0] = a[0] + raise(a)
print a[0]
% => 2
a[1] += raise(a)
a[0] += raise(a)
print a[0], " ", a[1]
% => 13 3
b = linspace(1, 100, 100)
b[0..1] += raise(b)
print b[0..2]
% => [2,3,3]
% Numbers and texts.
i = 3
i -= (i = 5)
print i
% => -2
i = 3
i = i - (i = 5)
print i
% => -2
s = "a"
s += (s = "b")
print s
% => ab
% The element of `op=` is found before its value is evaluated, and found once.
c = vec[int](1)
function y = next(c : vec[int])
    c[0] += 1
    y = c[0]
end
a = [0.0,1.0,2.0,3.0]
a[c[0]] += 10*next(c)
print a, c
% => [10,1,2,3][1]
a[next(c)] += 10*next(c)
print a, c
% => [10,1,32,3][3]
v = [10,20,30]
k = 1
v[k] += (k = 2)
print v, k
% => [10,22,30]2
b = linspace(0, 99, 100)
c[0] = 1
b[c[0]] += 10*next(c)
b[[0,c[0]]] -= next(c)
print b[0..3], c
% 1 + 10*2, then 0 - 3 and 2 - 3
% => [-3,21,-1,3][3]
m = [[1.0,2.0],[3.0,4.0]]
p = [0,1]
m[p] += (p = [1,0])[0]
print m, p
% => [[1,3],
% =>  [3,4]][1,0]
function [] = __kernel__ found_once(x : vec, pos : int)
    j = pos
    x[j] += (j = pos + 4)
    x[pos+4] += j
end
k = zeros(8)
parallel_do(4, k, found_once)
print k
% => [4,5,6,7,4,5,6,7]
