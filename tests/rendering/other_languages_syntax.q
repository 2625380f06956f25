% Forms of other languages are met with what is written here instead.
x = 3
def f(x):
var y = 3
switch x
throw "text"
import numpy
if x > 1 and x < 5
    print x
elif x > 0
    print 1
end
for i in 0..3
    print i
end
y = 2**3
y = x++
z = [1 2 3]
f = a => a^2
y = 1 if x > 2 else 0
function int g(x)
    g = x
end
