%! features: F037
h : 'const = 4
print h * 2
% => 8
v : 'circular = [1,2,3]
print v[-1], v[3]
% => 31
