%! features: F180
%! reduction: Applied reduction myprint("x", 1, 2.5) -> handler("x", 1, 2.5)
%! reduction: Result after 1 reduction: handler("x", 1, 2.5)
%! reduction: Applied reduction myprint("y") -> handler("y")
%! reduction: Result after 1 reduction: handler("y")
%! reduction: Applied reduction 2*x.^2+cos(0)*(2*x).^2+2*(-x).^2 -> mysum(x -> x, x -> 2*x, x -> -x, 2, cos(0), 2)
%! reduction: Result after 1 reduction: print(mysum(x -> x, x -> 2*x, x -> -x, 2, cos(0), 2))
%! reduction: Applied reduction 4*x.^2+5*(x+1).^2 -> mysum(x -> x, x -> x+1, 4, 5)
%! reduction: Result after 1 reduction: print(mysum(x -> x, x -> x+1, 4, 5))
% A calling interface for any number of arguments, and a sum of any number of terms whose factors and functions are captured.
reduction (a : string, ...args : vec[??]) -> myprint(a, args) = handler(a, ...args)
function [] = handler(a)
    print a
end
function [] = handler(a, b, c)
    print a, " ", b, " ", c
end
myprint("x", 1, 2.5)
% => x 1 2.5
myprint("y")
% => y
reduction (x, ...lambda, ...f) -> sum([lambda*f(x).^2]) = mysum(...f, ...lambda)
function y = mysum(f, g, a, b)
    print "two terms"
    y = a*f(10) + b*g(10)
end
function y = mysum(f, g, h, a, b, c)
    print "three terms"
    y = a*f(10) + b*g(10) + c*h(10)
end
x = 3.0
print 2*(x.^2) + cos(0)*((2*x).^2) + 2*((-x).^2)
% the functions without their squares at 10: 2*10 + 1*20 + 2*(-10)
% => three terms
% => 20
print 4*x.^2 + 5*(x+1).^2
% 4*10 + 5*11
% => two terms
% => 95
