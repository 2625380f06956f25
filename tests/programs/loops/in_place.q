%! features: F214
%! loop: 4 parallel
x = ones(3,4)
for i = 0..2
    for j = 0..3
        x[i,j] = x[i,j] + i
    end
end
print sum(x)
% => 24
