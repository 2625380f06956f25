%! features: F214
%! loop: 6 parallel
x = [3.0,-1.0,2.0]
y = zeros(3)
n = numel(x)
for k = 0..n-1
    t = x[k]*2
    if t < 0
        t = -t
    end
    y[k] = t + 1
end
print y
% => [7,3,5]
