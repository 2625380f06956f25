for i %~ E0101 range
    print i
end
print 2
