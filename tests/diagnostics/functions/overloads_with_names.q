% An argument more than there are parameters fits no function, also where one is named.
function y = area(r : scalar)
    y = r
end
function y = area(a : scalar, b : scalar, c : scalar)
    y = a*b*c
end
print area(2)
print area(1, r=2) %~ E0402 no `area` takes
print area(1, 2, 3)
