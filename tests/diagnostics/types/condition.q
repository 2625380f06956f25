if "a" %~ E0307 string
    print 1
end
