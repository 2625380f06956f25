%! features: F011
% count = floor((b-a)/s + eps) + 1, value a + i*s: eleven values.
n = 0
total = 0.0
for t = 0..0.1..1
    n += 1
    total += t
end
print n
% => 11
print abs(total - 5.5) < 0.0001
% => 1
print 0.0..0.5..1.5
% => [0,0.5,1,1.5]
