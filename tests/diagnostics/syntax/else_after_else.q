if 1
    x = 1
else
    x = 2
else %~ E0109 else
    x = 3
end
