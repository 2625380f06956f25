%! features: F159
%! reduction: Applied reduction a+b*2.5 -> fmad(a, b, 2.5)
%! reduction: Result after 1 reduction: print(fmad(a, b, 2.5))
%! reduction: Applied reduction real(transform(a)) -> real_transform(a)
%! reduction: Result after 1 reduction: print(real_transform(a))
% A rule looks for an operator expression or a cascade of calls; other types and other shapes are left alone.
function y = fmad(a, b, c)
    print "fmad"
    y = a + b*c
end
function y = transform(x)
    y = complex(x, x)
end
function y = real_transform(x)
    print "half the work"
    y = x
end
reduction (a : cube, b : cube, c : scalar) -> a+b*c = fmad(a,b,c) _
    where size(a) == size(b)
reduction (x) -> real(transform(x)) = real_transform(x)
a = ones(2, 2)
b = ones(2, 2)
print a + b*2.5
% => fmad
% => [[3.5,3.5],
% =>  [3.5,3.5]]
% numbers are no cubes
n = 2
print n + n*2.5
% => 7
print real(transform(a))
% => half the work
% => [[1,1],
% =>  [1,1]]
print imag(transform(a))
% => [[1,1],
% =>  [1,1]]
