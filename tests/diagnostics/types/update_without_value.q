% One mistake, one message: the uses that follow are not told again.
count += 1 %~ E0201 `count` has no value to update
print count
print count + 1
