function y = f(x,) %~ E0101 after the comma
    y = x
end
if = 3 %~ E0102 expression
    print 1
end
print "fine"
