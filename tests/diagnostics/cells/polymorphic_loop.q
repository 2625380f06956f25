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
% One warning for a loop, whatever the number of its variables.
p = 0.0
q = 0.0
for k = 0..numel(v)-1
    p += v[k] %~ W0504 Parallelization not possible because the variable 'p' is polymorphic
    q += v[k]
end
print sum(p), sum(q)
% A loop over texts or cells is none that anybody expects to be parallel.
t = "a"
u = 0
w = {1, "b"}
for k = 0..9
    u = t
    t = k
    r = w[mod(k,2)]
end
print u, t, r
