type figure : class
    side : scalar
end
{!private}
function y = half(x)
    y = x/2
end
function y = area(x : scalar)
    y = half(x)*x
end
