%! features: F059
function y = integrate(f : [scalar -> scalar], a, b, n)
    h = (b - a)/n
    y = 0.0
    for k = 0..n-1
        y += f(a + (k + 0.5)*h)*h
    end
end
% The midpoint rule is exact for straight lines: 0.5*4 = 8/2.
print integrate(x -> x, 0.0, 4.0, 8)
% => 8
function y = both(f : [(scalar, scalar) -> scalar], g : [() -> scalar])
    y = f(2, 3) + g()
end
print both((a, b) -> a*b, () -> 0.5)
% => 6.5
function [] = act(f : [(vec) -> ()], x)
    f(x)
end
x = zeros(2)
act(v -> v[0] = 4, x)
print x
% => [4,0]
