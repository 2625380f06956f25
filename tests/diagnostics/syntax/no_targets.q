for k = 0..3
    [] = k %~ E0111 nothing is assigned
end
