x = 3
if (x > 2) { %~ E0101 a block has no braces
    print x
}
