if 1
    print 1
endfor %~ E0108 endfor
