% `nullptr` in a program that has no class: a value that is printed by its name and is equal to itself.
% => nullptr
% => nullptr 1
x = nullptr
print x
x = nullptr
y = x
print y, " ", y == nullptr
