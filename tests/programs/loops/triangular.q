x = zeros(4,4)
for i = 0..3
    for j = 0..i
        x[i,j] = 1
    end
end
print sum(x), " ", x[0,1], x[1,0]
% => 10 01
