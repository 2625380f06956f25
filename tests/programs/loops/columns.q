% Iterations over columns touch disjoint elements.
x = ones(4,3)
for j = 0..2
    for i = 1..3
        x[i,j] = x[i-1,j]*2
    end
end
print x[3,0], x[3,1], x[3,2], x[1,1]
% => 8882
