%! features: F068
c = {"s", 1.5}
c[0] = "t"
c[1] = "x" %~ E0301 the value is a `string` where a `scalar` is needed
d = vec[{string,scalar}](2)
x = d[0] - 1 %~ E0308 `-` does not work on a `string`
print x
e = typename(vec[{string,scalar}])(3) %~ E0302 the type has 2 elements
print e
