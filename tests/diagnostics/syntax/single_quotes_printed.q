print 'text' %~ E0115 string
%! pending: the parser reads a modifier here
