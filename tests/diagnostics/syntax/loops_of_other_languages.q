for i in 0..3 %~ E0101 expected `=` and a range
    print i
end
for (i = 0; i < 3; i++) %~ E0101 expected a loop variable
    print i
end
for k = 1:10 %~ E0102 expected an expression
    print k
end
