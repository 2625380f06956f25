% The start value counts.
s = 10.0
x = ones(100)
for k = 0..99
    s += x[k]
end
print s
% => 110
