% Letters in another order, a slice of another length, more targets than sizes.
x = zeros(3,3)
x[:,0] = [1,2]
[a,b,c] = size(zeros(2,3))
y = zroes(4,4)
z = hypot(3,4)
w = double(3)
s = "3"*2
