%! features: F215
% Each iteration reads what a later one writes.
x = [1.0,2.0,3.0,4.0]
for k = 0..2
    x[k] = x[k+1]*10
end
print x
% => [20,30,40,4]
