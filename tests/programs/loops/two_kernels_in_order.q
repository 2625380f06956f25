% The second loop reads what the first wrote; the third overwrites both.
x = zeros(40)
y = zeros(40)
for k = 0..39
    x[k] = k
end
for k = 0..39
    y[k] = x[39-k] + 1
end
for k = 0..39
    x[k] = y[k] - x[k]
end
% y[k] = 40 - k, so x[k] = 40 - 2k
print x[0], " ", x[1], " ", x[39], " ", sum(x)
% => 40 38 -38 40
