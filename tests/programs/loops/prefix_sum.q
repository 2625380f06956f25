%! features: F215
%! loop: 5 serial
x = [1.0,2.0,3.0,4.0]
y = copy(x)
for k = 1..3
    y[k] = y[k-1] + x[k]
end
print y
% => [1,3,6,10]
