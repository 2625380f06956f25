type ivec3 : class %~ E0343 `ivec3` is a type of the language
    a : int
end
type unused_alias : nowhere %~ E0205 there is no type `nowhere`
a = vec[int]() %~ E0401 needs its sizes
b : vec(int) = [1,2] %~ E0205 `int` is a type
c : scalar'mirror = 1 %~ W0303 for arrays
function y = two_ways(x : vec'mirror'circular) %~ E0110 exclude each other
    y = x[-1]
end
print two_ways([1,2,3])
sum = 3
print sum([1,2]) %~ E0405 cannot be called
for i = 0.."a"..3 %~ E0301 the step of a range
    print i
end
d = [1,2]
print size(d, -1) %~ E0404 there is no dimension -1
print size(d, 5)
h : 'const %~ E0316 `h` has neither a type nor a value
function [] = within()
    m : 'mirror %~ E0316 `m` has neither a type nor a value
end
within()
