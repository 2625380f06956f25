%! features: F247
print [1,2,3] + [1,2] %~ E0302 size
