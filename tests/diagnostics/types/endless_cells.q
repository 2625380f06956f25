c = vec[??](1) %~ E0344 what is stored here has ever new types
c[0] = 1
for k = 0..3
    c[0] = {c[0], "x"}
end
print c[0]
