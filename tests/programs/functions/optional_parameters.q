%! features: F128 F129
calls = [0]
function y = count()
    calls[0] = calls[0] + 1
    y = calls[0]*100
end
function y = f(x, base = count(), z = 3*x)
    y = base + z + x
end
% The default is evaluated at each call that needs it and may use earlier parameters.
print f(1)
% => 104
print f(1)
% => 204
print f(1, 0)
% => 4
print f(1, 0, 0)
% => 1
print calls[0]
% => 2
