%! raises: a `string` where a `scalar` is needed line 5
c : vec[??] = vec[??](2)
c[0] = "text"
d : vec[{scalar,scalar}] = c
print d[0]
