%! features: F159 F166
% What a rule leads to may be a function that a variable holds (3.8, 4.9.2): functions, nested functions, lambdas and kernels in
% which the rule is applied read it. The rules are those of the manual: either order gives sum((f(x)-b).^2).
A = ones(2,2)
reduction (A : mat, x : vec'col) -> A*x = f(x) % RED #1
reduction (A : mat, B : mat) -> norm(A, B) = sum((A-B).^2) % RED #2
f = x -> 2*x
g = (x : vec'col, b : vec'col) -> norm(A*x, b)
% (2,4)-(0,1): 4 + 9
print g(transpose([1.0,2.0]), transpose([0.0,1.0]))
% => 13
scale = x -> 3*x
reduction (x : scalar) -> scaled(x) = scale(x)
reduction (x : scalar) -> scaled_twice(x) = scaled(scaled(x))
function [] = __kernel__ each(y : vec, pos : int)
    y[pos] = scaled(y[pos])
end
y = ones(3)
parallel_do(3, y, each)
print y
% => [3,3,3]
function y = outer(x)
    function y = inner(x)
        y = scaled_twice(x) + 1
    end
    y = inner(x)
end
print outer(2.0), " ", (x -> scaled(1.0*x))(2)
% => 19 6
