% What users of other languages write; each is one mistake.
c{1} = 2
f = @(x) x^2
y = x[1:end]
x[end+1] = 3
try:
    x = 1
except:
end
d = {"a": 1}
print "x = " x
y = (int) 3.7
y = 7 // 2
bool b = true
int a[10]
y = sqrt.(x)
push!(x, 2)
parfor i = 1..3
import numpy
function f(x)
    return x + 1
end
