x = unique("abc") %~ E0404 `unique` takes real numbers or an array of strings
y = unique(complex([1,2],[0,1])) %~ E0404 `unique` takes real numbers or an array of strings
z = unique([1,2], 1) %~ E0401 `unique` takes 1 argument, not 2
