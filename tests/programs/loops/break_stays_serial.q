%! features: F225
%! loop: 6 serial
%! loop: 6 break
x = [1.0,2.0,-1.0,4.0]
y = zeros(4)
for k = 0..3
    if x[k] < 0
        break
    end
    y[k] = x[k]
end
print y
% => [1,2,0,0]
