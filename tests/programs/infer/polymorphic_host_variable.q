%! features: F088
% A number first, then a cube: the variable changes its type at the join.
c = vec[cube](2)
c[0] = ones(2,2,2)
c[1] = ones(2,2,2)*3
a = 0.0
for k = 0..1
    a += c[k]
end
print sum(a)
% => 32
