// a comment of C %~ E0102 expression
x = 1
