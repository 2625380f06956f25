% Masked stores leave the other elements alone.
x = [5.0,-2.0,7.0,-1.0,3.0]
for k = 0..4
    if x[k] < 0
        x[k] = 100
    end
end
print x
% => [5,100,7,100,3]
