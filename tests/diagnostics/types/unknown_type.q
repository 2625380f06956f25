x : scaler = 1 %~ E0205 scaler
print x
