%! features: F089
v = vec[cube](3)
for k = 0..2
    v[k] = ones(2,2,2)
end
a = 0.0
for k = 0..numel(v)-1
    a += v[k] %~ W0504 Parallelization not possible because the variable 'a' is polymorphic
end
print sum(a)
b = v[0]
for k = 1..numel(v)-1
    b += v[k]
end
print sum(b)
