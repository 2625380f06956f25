%! features: F076
% Functions as parameters of lambdas.
h = (x : lambda_expr) -> x(3)
print h(z -> z + 1), h(z -> z * z)
% => 49
twice = (f : lambda_expr) -> (y -> f(f(y)))
print twice(z -> 10 * z)(2)
% => 200
function y = apply(f : lambda_expr, x)
    y = f(x)
end
print apply(sqrt_of, 16)
function y = sqrt_of(x)
    y = x^0.5
end
% => 4
