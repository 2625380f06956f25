if 1
    import "a.q" %~ E0119 top level
end
