% Words of other languages are met with what is written here instead.
x = [1,2,3]
print length(x)
print rem(5, 3)
println(x)
y = None
flag = True
z : float = 3
m : matrix = zeros(2,2)
w : vec[3] = [1,2,3]
if not x
    print 1
end
