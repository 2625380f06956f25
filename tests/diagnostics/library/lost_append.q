% A longer vector that goes nowhere.
x = [1, 2]
append(x, 3) %~ W0412 no variable gets here
print append(x, 4)
