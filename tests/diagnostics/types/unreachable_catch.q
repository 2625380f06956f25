try
    error "a"
catch ex : qexception
    print ex
catch %~ W0402 never reached
    print "b"
end
