length = 3
print lenght %~ E0201 lenght
