int pw = 5 %~ W0102 name
print pw
