%! features: F215
%! loop: 7 serial
% Two iterations write the same element: the order matters.
x = zeros(2)
idx = [0,1,0,1,0]
n = numel(idx)
for k = 0..n-1
    x[idx[k]] = k
end
print x
% => [4,3]
