% A second lambda of the same name takes the place of the first.
f = (x : int) -> x + 1
f = (x : string) -> x
print f("a")
print f(1) %~ E0301
%! features: F143
