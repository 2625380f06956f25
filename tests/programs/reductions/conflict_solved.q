%! features: F174
%! flags: --set COMPILER_REDUCTION_SAFETYLEVEL=strict
%! reduction: Applied reduction norm(A*x, b) -> f(A, b, x)
%! reduction: Applied reduction f(A, b, x) -> sum((A*x-b).^2)
%! reduction: Result after 2 reductions: g=(A:mat, x:vec'row, b:vec'row) -> sum((A*x-b).^2)
% A third rule leads from one result to the other: no conflict is left, which would be an error here.
reduction (A : mat, B : mat, x : vec'row) -> norm(A*x, B) = f(A, B, x)
reduction (A : mat, B : mat) -> norm(A, B) = sum((A-B).^2)
reduction (A : mat, B : mat, x : vec'row) -> f(A, B, x) = sum((A*x-B).^2)
g = (A : mat, x : vec'row, b : vec'row) -> norm(A*x, b)
print g(ones(2,2), ones(2), ones(2))
% both elements of A*x are 2, b is 1
% => 2
