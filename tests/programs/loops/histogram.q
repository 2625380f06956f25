% Compound assignment with a computed index.
x = [0.0,3.0,1.0,3.0,3.0,0.0]
h = vec[int](4)
for k = 0..numel(x)-1
    h[int(x[k])] += 1
end
print h
% => [2,1,0,3]
