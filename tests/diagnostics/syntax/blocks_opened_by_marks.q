% A colon or a comma behind a condition is one mistake, also where the block is not closed.
x = 3
if x == 1:           %~ E0101 no colon opens a block
    print 1
else:                %~ E0101 no colon opens a block
    print 2
end
if x > 0, print x, end %~ E0101 no comma opens a block
for i, v in x        %~ E0101 expected `=` and a range
    print i
end
x(1,1) = 5           %~ E0111 this cannot be assigned to
for i = 0..3:        %~ E0101 no colon opens a block
    print i
