try
    error "a"
catch ex : string %~ E0301 qexception
    print ex
end
