a = zeros(5)
a[1.5] = 3 %~ W0301 1.5 loses its fraction
print a[2.5] %~ W0301 2.5 loses
print a[0.5..3] %~ W0301 0.5 loses
print a[2.0]
