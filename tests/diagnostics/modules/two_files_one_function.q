% One of two functions with one header would win silently.
import "import/shapes.q"
function y = area(x : scalar) %~ W0203 two files define the function `area`
    y = x*x
end
% Another header is another function of that name, and a private one is no other's.
function y = area(x : vec)
    y = sum(x)
end
function y = half(x)
    y = x/3
end
print area(2.0), area([1,2]), half(3)
