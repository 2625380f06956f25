%! warns: x line 4
x = zeros(100)
x[0] = 1
for k = 1..99
    x[k] = x[k-1]*0.5 + k
end
print x[1]
% => 1.5
