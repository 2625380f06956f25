% A loop says whether it is about keys or values.
d = dictionary("a", 1)
for k = d %~ E0319 `for` runs over a range or a vector, not a `dictionary[string,int]`
    print k
end
for k = keys(d)
    print k, d[k]
end
for v = values(d)
    print v
end
