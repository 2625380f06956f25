%! features: F130
function y = func2(x = 1, y2 = 10, z = 100)
    y = x + y2 + z
end
print func2(y2 := 4)
% => 105
print func2(z := 0, x := 5)
% => 15
print func2()
% => 111
