%! features: F219
%! loop: 4 serial
x = [1.0,2.0]
for k = 0..1
    print "x = ", x[k]
    x[k] = 0
end
% => x = 1
% => x = 2
print x
% => [0,0]
