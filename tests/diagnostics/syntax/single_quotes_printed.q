print 'text' %~ E0115 string
