% A method of the program wins over that of figures.
function y = connect(self : int, other : int)
    y = self + 10*other
end
a = 3
print a.connect(4)
% => 43
