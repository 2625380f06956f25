fro i = 0..3 %~ E0104 end of the statement
    print i
end
