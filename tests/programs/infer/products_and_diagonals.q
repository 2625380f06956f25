%! features: F093
v : vec3 = [1.0,2.0,3.0]
D = diagm(v)
P = D*ones(3,3)
print size(D), " ", P[1,0], " ", P[2,2]
% => [3,3] 2 3
