%! features: F124
function y = area(r)
    y = r*r
end
function y = area(w, h)
    y = w*h
end
print area(3), " ", area(3, 4)
% => 9 12
