type point : class
    x : scalar
endtype
p = point(x:=1)
q = point(x:=1)
if p == q %~ E0308 point
    print "same"
end
print p + q %~ E0308 point
if p %~ E0307 point
end
