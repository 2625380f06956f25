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
