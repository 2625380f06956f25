% The same with braces.
x = 3
switch (x) { %~ E0104 expected the end of the statement
    case 1: print 1; break;
    default: print 3;
}
