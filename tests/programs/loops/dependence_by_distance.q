%! features: F215
% Distance 2: element k needs element k-2.
x = [1.0,1.0,0.0,0.0,0.0,0.0,0.0,0.0]
for k = 2..7
    x[k] = x[k-1] + x[k-2]
end
print x
% => [1,1,2,3,5,8,13,21]
