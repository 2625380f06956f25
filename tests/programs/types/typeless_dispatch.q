%! features: F077
x : ?? = 3
x = "text"
print x
% => text
o = object()
o.width = 4
o.name = "box"
print o.width, o.name
% => 4box
