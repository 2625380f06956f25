%! features: F214 F215
%! loop: 4 serial
x = ones(3,4)
for i = 1..2
    for j = 0..3
        x[i,j] = x[i-1,j] + j
    end
end
print x[2,:]
% => [1,3,5,7]
