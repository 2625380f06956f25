%! raises: an element without a value line 6
c = vec[??](2)
c[0] = 1
print c[0]
% => 1
print c[1]
