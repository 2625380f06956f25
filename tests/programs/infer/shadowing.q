% A parameter hides the global of the same name; assignments in a function are local.
x = 1
function y = f(x)
    x = x + 10
    y = x
end
function [] = g()
    x = 5
end
print f(2), " ", x
% => 12 1
g()
print x
% => 1
