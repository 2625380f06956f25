%! features: F152
f = (x, y) -> x + y
g = y -> x -> f(x, y)
print g(4)(5)
% => 9
add3 = g(3)
print add3(10), " ", add3(0.5)
% => 13 3.5
% A solver that keeps its matrix, as the manual has it (4.10).
lsolver = A -> y -> lsolve(A, y)
A = [[2.0,0.0],[0.0,4.0]]
solver = lsolver(A)
y = {[1.0,2.0],[3.0,4.0]}
x = vec[vec](2)
for k=0..1
    x[k] = solver(y[k])
endfor
print x
% => [[0.5,0.5],[1.5,1]]
qsolve = (A, B, C) -> (-B + sqrt(B*B - 4*A*C))/(2*A)
qsolver = (A, B, C) -> y -> qsolve(A, B, C - y)
quadratic = qsolver(1, 0, 0)
print quadratic(9), " ", quadratic(16)
% => 3 4
