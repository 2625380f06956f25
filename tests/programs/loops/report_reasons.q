%! features: F215 F218
%! loop: 6 serial
%! loop: 6 x
% The verdict names the variable that stands in the way.
x = ones(10)
for k = 1..9
    x[k] = x[k-1] + x[k]
end
print x[9]
% => 10
