% No two parameters, outputs or functions of one header have one name.
function y = sum_of(x, x) %~ E0343 the parameter `x` is defined twice
    y = x
end
function [a, a] = pair(x) %~ E0343 the output `a` is defined twice
    a = x
end
function y = area(r : scalar)
    y = r
end
function y = area(radius : scalar) %~ E0343 the function `area` is defined twice
    y = 2*radius
end
function y = area(r : string)
    y = 0
end
function y = __device__ area(r : scalar)
    y = r
end
