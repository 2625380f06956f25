%! features: F024
a = 3
print a > 2 ? "big" : "small"
% => big
f = n -> n < 0 ? -1 : n == 0 ? 0 : 1
print f(-5), " ", f(0), " ", f(9)
% => -1 0 1
% Only the chosen side is evaluated.
function y = loud(x)
    print "evaluated ", x
    y = x
end
b = 1 ? loud(1) : loud(2)
% => evaluated 1
print b
% => 1
