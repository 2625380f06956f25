%! features: F214
x = zeros(10)
for k = 0..2..9
    x[k] = k
end
print x
% => [0,0,2,0,4,0,6,0,8,0]
for k = 9..-3..0
    x[k] = 1
end
print x
% => [1,0,2,1,4,0,1,0,8,1]
y = zeros(8)
for k = 0..3
    y[2*k] = k
    y[2*k+1] = -k
end
print y
% => [0,0,1,-1,2,-2,3,-3]
