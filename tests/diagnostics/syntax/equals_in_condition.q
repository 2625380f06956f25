x = 1
if x = 2 %~ E0113 assignment
    print x
end
