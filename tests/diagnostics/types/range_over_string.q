for k = "abc" %~ E0319 range
    print k
end
