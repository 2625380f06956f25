%! features: F010 F068
c = {"s", 1.5}
print c[0], " ", c[1]
% => s 1.5
d = {{1,2},{"a","b"}}
print d[1,0]
% => a
