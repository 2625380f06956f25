%! features: F088
% The manual's example: a number first, then a cube. The cube that was there is updated in place.
v = vec[cube](3)
for k = 0..2
    v[k] = (k+1)*ones(1,2,2)
end
a = 0.0
for k = 0..numel(v)-1
    a += v[k]
end
print a
% => [[[6,6],
% =>   [6,6]]]
print sum(a), " ", sum(v[0])
% => 24 4
