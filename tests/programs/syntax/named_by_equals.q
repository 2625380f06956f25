%! features: F041
% A parameter is named by `:=` or by `=`; nothing is assigned at the place of the call.
import "imfilter.q"
type point : class
    x : scalar
    y : scalar
endtype
function y = f(a, b = 2)
    y = 10*a + b
end
a = 50
b = 60
print f(b=5, a=1), " ", f(b := 5, a = 1), " ", f(1, b=3), " ", f(a=4)
% => 15 15 13 42
print a, " ", b
% => 50 60
p = point(x=1, y=2)
print p
% => {x: 1, y: 2}
% An assignment as an argument has parentheses: it is evaluated where it stands.
print f((a = 7), b=a), " ", a
% => 77 7
function y = nested(n)
    g = (u, v) -> u - v
    y = g(v=n, u=10)
end
print nested(3)
% => 7
print f(b=f(b=1, a=2), a=3)
% => 51
x = mat(8, 8)
x[4,4] = 1
p = gaussian_filter(x, n=7, sigma=2)
q = gaussian_filter(x, 2, 7)
print max(abs(p - q))
% => 0
