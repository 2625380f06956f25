if a | b %~ E0102 expression
    print a
end
