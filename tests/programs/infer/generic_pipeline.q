%! features: F087
function y = apply(f, x)
    y = f(f(x))
end
function y = compose(f, g)
    y = x -> g(f(x))
end
print apply(x -> 3*x, 2)
% => 18
print apply(x -> x + 0.5, 1)
% => 2
h = compose(x -> x + 1, x -> x*10)
print h(2)
% => 30
