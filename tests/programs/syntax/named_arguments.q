%! features: F041
function y = line(a, slope = 2, offset = 1)
    y = slope*a + offset
end
print line(3)
% => 7
print line(3, offset := 0)
% => 6
print line(3, offset := 5, slope := 1)
% => 8
print line(3, 4)
% => 13
