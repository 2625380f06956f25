% x^0.5 is the root, rounded once; of -0 it is 0, of minus infinity infinity (C's pow), of other numbers below 0 not a number.
inf_ = 1/0.0
v = [4.0, 2.0, 0.0, inf_, -inf_, -4.0]
y = zeros(numel(v))
for k = 0..numel(v)-1
    y[k] = v[k]^0.5
end
% => 2 1.4142135 0 inf inf
print y[0], " ", y[1], " ", y[2], " ", y[3], " ", y[4]
% => 1
print isnan(y[5]) + 0
z = -0.0
% => inf
print 1/(z^0.5)
