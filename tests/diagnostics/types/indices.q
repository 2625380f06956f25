% What an index is, how many there are, and what has elements.
x = [1,2,3]
print x["a"] %~ E0304 a `string` cannot be an index
s = "abc"
print s[0] %~ E0303 a `string` has no elements
a = zeros(3,3)
print a[0,0,1] %~ E0305 3 indices for a `mat(3,3)`
print x[-1] %~ E0306 -1 of 3
a[3,0] = 1 %~ E0306 3 of 3
a[0,:] = [1,2] %~ E0302 does not fit
pos = [0,0,0]
print a[...pos, 0] %~ E0305 indices for a `mat(3,3)`
c = {1, "a"}
print c[2] %~ E0306 2 of 2
function y = f(v : vec3)
    y = v[5] %~ E0306 5 of 3
end
print f([1,2,3])
