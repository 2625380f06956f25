z = 1+2i
a = floor(z) %~ E0900 complex arguments of `floor`
b = erf(z) %~ E0900 complex arguments of `erf`
c = atan2(z, 1) %~ E0900 complex arguments of `atan2`
d = mod(z, 2) %~ E0900 complex arguments of `mod`
e = round(z) %~ E0900 complex arguments of `round`
