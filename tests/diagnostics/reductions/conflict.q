%! features: F174
% Both rules fit `norm(A*x, b)`. The first one has more variables, but the other one would give something else.
reduction (A : mat, B : mat, x : vec'row) -> norm(A*x, B) = f(A, B, x)
reduction (A : mat, B : mat) -> norm(A, B) = sum((A-B).^2)
function y = f(A, B, x)
    y = 1
end
g = (A : mat, x : vec'row, b : vec'row) -> norm(A*x, b) %~ W0604 two reductions of `norm(A*x, b)` give different results
print g(ones(2,2), ones(2), ones(2))
