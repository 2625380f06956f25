% Rules apply wherever an expression stands: conditions, indices, lists, loops, kernels, bodies of lambdas; and to every form.
reduction (x : scalar) -> f(x) = 3*x
reduction (x : int) -> twice(x) = 2*x
reduction (a, b) -> a ? b : 0 = a*b
reduction (a) -> a..a = [a]
reduction (x) -> x.count = numel(x)
reduction (f1 : [?? -> ??], f2 : [?? -> ??], x) -> f1 + f2 = x -> f1(x) + f2(x)
function y = f(x)
    y = x
end
function y = __device__ g(x : scalar)
    y = f(x) + 1
end
z = zeros(3)
for i = 0..2
    z[i] = g(1.0*i)
end
% 3*0+1, 3*1+1, 3*2+1
print z
% => [1,4,7]
print (z[0] == 1) ? 5 : 0
% => 5
print numel(3..3), " ", z.count
% => 1 3
k = 0
while twice(k) < 7
    k = k + 1
end
print k
% => 4
m = ones(3,3)
m[twice(1), 0] = f(2.5)
print m[2,0]
% => 7.5
print [twice(1), twice(2)]
% => [2,4]
match twice(2) with
| 4 -> print "four"
| _ -> print "other"
end
% => four
h = (a : scalar) -> (b = f(a); b + 1)
print h(1.0)
% => 4
s = 0
for i = 0..3
    both = (t -> t * i) + (t -> t + 1)
    s = s + both(i)
end
% squares 0+1+4+9, and 1+2+3+4
print s
% => 24
