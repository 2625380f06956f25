n : int = 2.5 %~ W0301 fraction
print n
