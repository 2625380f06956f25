% A choice as other languages write it is one mistake, whatever its branches are.
x = 3
switch x %~ E0104 expected the end of the statement
    case 1
        print 1
    case {2, 3}
        print 2
    otherwise
        print 3
end
print x
