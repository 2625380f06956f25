%! features: F050
x = vec[mat](2)
x[0] = [[1.0,2.0],[3.0,4.0]]
x[1] = ones(3,3)
print x[0][1,0], " ", sum(x[1])
% => 3 9
