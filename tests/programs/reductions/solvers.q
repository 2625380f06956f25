%! features: F411
%! warns: this reduction leads to `csolve`, which nobody defines line 19
%! reduction: Applied reduction inv([[1.0, 2], [3, 4]])*transpose([5.0, 11]) -> lsolve([[1.0, 2], [3, 4]], transpose([5.0, 11]))
%! reduction: Result after 1 reduction: print(lsolve([[1.0, 2], [3, 4]], transpose([5.0, 11])))
%! reduction: Applied reduction greatest_root(1.0, 3.0, -10.0) -> qsolve(1.0, 3.0, -10.0)
%! reduction: Result after 1 reduction: print(qsolve(1.0, 3.0, -10.0))
%! reduction: Applied reduction argmin((x-2)^2, x) -> solve(diff((x-2)^2, x) = 0, x)
%! reduction: Applied reduction diff((x-2)^2, x) -> 2*(x-2)
%! reduction: Applied reduction solve(2*(x-2) = 0, x) -> 2
%! reduction: Result after 3 reductions: print(2)
% Solvers as what rules lead to: one that is built in, one that the program defines, one that is made of rules, and one that nobody defines, of
% which there is a warning.
symbolic x : scalar
reduction (A : mat, b : mat) -> inv(A)*b = lsolve(A, b)
reduction (a : scalar, b : scalar, c : scalar) -> greatest_root(a, b, c) = qsolve(a, b, c)
reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x)
reduction (x : scalar, a : scalar) -> diff((x-a)^2, x) = 2*(x-a)
reduction (x : scalar, a : scalar, k : scalar) -> solve(k*(x-a) = 0, x) = a
reduction (a : scalar) -> cubic_root(a) = csolve(a)
function y = qsolve(a : scalar, b : scalar, c : scalar)
    y = (sqrt(b^2 - 4*a*c) - b)/(2*a)
end
% By hand: x + 2y = 5 and 3x + 4y = 11 have x = 1, y = 2.
print inv([[1.0,2],[3,4]])*transpose([5.0,11])
% => [[1],
% =>  [2]]
% (x-2)(x+5) = x^2 + 3x - 10
print greatest_root(1.0, 3.0, -10.0)
% => 2
print argmin((x-2)^2, x)
% => 2
% Solvers with some of their arguments: (x-4)(x+3) = x^2 - x - 12 = 0 and x^2 - x = 20 = (x-5)(x+4) + 20.
qsolver = (a : scalar, b : scalar, c : scalar) -> (y : scalar) -> qsolve(a, b, c - y)
solver = qsolver(1.0, -1.0, 0.0)
print solver(12.0), solver(20.0)
% => 45
lsolver = (A : mat) -> (y : mat) -> lsolve(A, y)
half = lsolver([[2.0,0],[0,4]])
print half([2.0,4]), half([4.0,4])
% => [1,1][2,1]
