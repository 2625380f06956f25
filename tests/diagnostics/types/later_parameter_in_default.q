%! features: F129
function y = f(x = 2*z, z = 3) %~ E0201 z
    y = x + z
end
print f()
