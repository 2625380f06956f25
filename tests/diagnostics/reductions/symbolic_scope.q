% A symbolic name belongs to the function that declares it.
function y = f(a)
    symbolic t : scalar
    y = a
end
print f(1)
print t %~ E0201 unknown name `t`
