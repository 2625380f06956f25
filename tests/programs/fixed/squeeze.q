%! features: F121
x = zeros(2,2,3)
x[1,0,1] = 7
v = squeeze(x[1,0,:])
print numel(v), " ", v[1]
% => 3 7
w : vec3 = x[1,0,0..2]
print w
% => [0,7,0]
