%! raises: the value is a `string` where a `int` is needed line 7
c = {1, "two"}
k = 1
x : int = c[k-1]
print x
% => 1
y : int = c[k]
