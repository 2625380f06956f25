x = 1
if x ~= 2 %~ W0101 not equal
    print "other"
end
