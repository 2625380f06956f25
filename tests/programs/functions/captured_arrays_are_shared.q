%! features: F149
A = [1.0,2.0]
f = () -> A[0]
A[0] = 7
print f()
% => 7
function [] = set(v)
    A[1] = v
end
set(8)
print A
% => [7,8]
