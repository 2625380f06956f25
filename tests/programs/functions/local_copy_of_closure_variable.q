%! features: F147
a = 1
function y = f()
    a = a + 1
    y = a
end
print f()
% => 2
% The outer variable keeps its value.
print a
% => 1
