%! pending: the parser reads a modifier here
print 'text' %~ E0115 string
