% One part of a feature of the inventory.
f = (x = 1) -> x %~ E0409 lambda
print f(2)
%! features: F143
