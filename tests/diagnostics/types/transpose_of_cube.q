%! features: F101
print transpose(zeros(2,3,4)) %~ E0404 transpose
