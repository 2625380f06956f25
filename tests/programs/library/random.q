% One part of a feature of the inventory.
seed(7)
a = rand(1000)
seed(7)
b = rand(1000)
if a == b
    print "same stream"
end
% => same stream
if min(a) >= 0 && max(a) < 1
    print "in [0,1)"
end
% => in [0,1)
% The mean of 1000 uniform numbers has a deviation of 0.0091: five times that.
print abs(mean(a) - 0.5) < 0.046
% => 1
g = randn(200,50)
print size(g), " ", abs(mean(g)) < 0.05, abs(std(g) - 1) < 0.05
% => [200,50] 11
% One number without sizes.
r = rand()
s = 0.0
for k = 0..999
    s += rand()
end
% => 1 1
print r >= 0 && r < 1, " ", abs(s/1000 - 0.5) < 0.046
% => 1
print abs(randn()) < 10
