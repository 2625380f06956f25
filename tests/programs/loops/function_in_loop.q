%! features: F236
%! loop: 9 parallel
% A lambda and a small untyped function that can be inlined do not stop it.
f = x -> x^2 + 1
function y = half(x)
    y = x/2
end
v = [2.0,4.0,6.0]
for k = 0..2
    v[k] = half(f(v[k]))
end
print v
% => [2.5,8.5,18.5]
