repeat
    x = 1
end %~ E0108 repeat
