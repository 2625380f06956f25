print 1
else %~ E0109 else
