%! features: F039
function y = f1(a)
    y = a + 1
end
function [y1, y2] = f2()
    y1 = 1
    y2 = 2
end
function [y : int] = f3()
    y = 3.7
end
function y : scalar = f4()
    y = 4
endfunction
function [] = f5()
    print "five"
end
function [] __kernel__ f6(y : vec, pos : int)
    y[pos] = 6
end
print f1(1)
% => 2
[a, b] = f2()
print a, b
% => 12
print f3()
% => 3
print f4()/8
% => 0.5
f5()
% => five
x = zeros(2)
parallel_do(2, x, f6)
print x
% => [6,6]
