a = 1
x = a
    + 2 %~ W0104 starts with
