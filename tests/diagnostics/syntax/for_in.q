x = [1,2,3]
for v in x %~ E0101 expected `=` and a range, found `in`
    print v
end
