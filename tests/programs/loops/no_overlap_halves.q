% Reads the upper half, writes the lower half.
x = 0..9
y = [0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
for k = 0..9
    y[k] = x[k]
end
for k = 0..4
    y[k] = y[k+5]
end
print y
% => [5,6,7,8,9,5,6,7,8,9]
