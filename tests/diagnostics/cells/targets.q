%! features: F140
c = {1, "a", 2.5}
[x, y] = c %~ E0406 2 targets for 3 elements
[z] = c %~ E0406 1 targets for 3 elements
[p, q, r, s] = c %~ E0406 4 targets for 3 elements
[t, u, v] = c
print t, u, v
