%! features: F109 F101
x = zeros(1,3)
y = zeros(4,4)
print x*y %~ E0302 Matrix dimensions (1x3 and 4x4) do not match for multiplication!
z = [1,2,3] * eye(4) %~ E0302 Matrix dimensions (1x3 and 4x4) do not match for multiplication!
