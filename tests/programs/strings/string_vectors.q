x = vec[string](2)
x[0] = "a"
x[1] = "b"
print x[0] + x[1]
% => ab
% Quoted within arrays.
print x
% => ["a","b"]
