try
    error "a"
catch ex
    print ex.mesage %~ E0201 mesage
    print ex.code %~ E0201 code
end
