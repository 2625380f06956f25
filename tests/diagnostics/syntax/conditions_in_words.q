x = 3
if x > 1 and x < 5 %~ E0104 expected the end of the statement
    print x
end
while x < 3: %~ E0101 no colon opens a block
    x += 1
end
if x > 1
    print 1
elif x > 0 %~ E0104 expected the end of the statement
    print 2
end
