x = 'text' %~ E0115 string
