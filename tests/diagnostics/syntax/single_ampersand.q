if a & b %~ E0001 character
    print a
end
