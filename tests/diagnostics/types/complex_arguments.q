z = 1+2i
a = erf(z) %~ E0404 `erf` takes real numbers, not complex ones
b = erfinv(z) %~ E0404 `erfinv` takes real numbers, not complex ones
c = atan2(z, 1) %~ E0404 `atan2` takes real numbers, not complex ones
d = mod(z, 2) %~ E0404 `mod` takes real numbers, not complex ones
e = saturate(z) %~ E0404 `saturate` takes real numbers, not complex ones
