%! features: F138 F139
function y = luminance(r, g, b)
    y = 0.25*r + 0.5*g + 0.25*b
end
c = [4.0,2.0,8.0]
print luminance(...c)
% => 4
function [a, b] = swap(c, d)
    a = d
    b = c
end
function y = process(a, b)
    y = 10*a + b
end
print process(...swap(1, 2))
% => 21
