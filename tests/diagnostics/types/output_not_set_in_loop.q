function y = f(x) %~ E0407 y
    z = x
end
s = 0
for i = 1..3
    t = f(s)
    s = s + 0.5
end
print s
