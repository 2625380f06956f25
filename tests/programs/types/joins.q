%! features: F090
% int joins scalar to scalar; dimensionality widens.
s = 0
for k = 0..3
    s += k/2
end
print s
% => 3
x = zeros(3)
flag = 1
if flag
    x = zeros(3,3)
end
print size(x)
% => [3,3]
y = 1
if flag
    y = 2.5
end
print y
% => 2.5
