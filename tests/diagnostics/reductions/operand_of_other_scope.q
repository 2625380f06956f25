%! features: F173
% `a` belongs to the script and gets another value later; `b` never changes, `x` is the lambda's own.
reduction (x : mat) -> inverse(forward(x)) = x
a = ones(4,4)
b = ones(4,4)
function [] = inner()
    f = (x : mat) -> inverse(forward(x + a)) %~ W0603 the type of `a`
    g = (x : mat) -> inverse(forward(x + b))
    print f(b), g(b)
end
inner()
a = zeros(4,4)
