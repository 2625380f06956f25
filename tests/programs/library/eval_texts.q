% eval reads a constant text where it stands: an expression as a value, statements as a statement.
print eval("1+2"), " ", eval("sum([1,2,3])*2")
% => 3 12
eval("x = 3; y = x + 1")
print x, y
% => 34
% Two quotes within the text are one.
print eval("strcat(""a"", ""b"")"), eval("strlen(""abc"")")
% => ab3
% A text within a text, in a loop and in a function that is called later.
for k = 0..2
    eval("x += eval(""k*k"")")
end
print x
% => 8
function y = area(r : scalar)
    y = eval("pi*r^2")
end
print abs(area(2) - 12.566371) < 1e-5
% => 1
% In a kernel and in a lambda, too: only the text is left.
z = zeros(3)
parallel_do(3, z, __kernel__ (z : vec, pos : int) -> z[pos] = eval("2*pos + 1"))
f = t -> eval("t^2 + 1")
print z, " ", f(3)
% => [1,3,5] 10
