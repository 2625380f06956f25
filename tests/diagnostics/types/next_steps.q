% Letters in another order, a slice of another length, more targets than sizes.
x = zeros(3,3)
x[:,0] = [1,2]              %~ E0302 does not fit into a `mat(3,1)`
[a,b,c] = size(zeros(2,3))  %~ E0406 3 targets for 2 elements
y = zroes(4,4)              %~ E0204 unknown function `zroes`
z = hypot(3,4)              %~ E0204 unknown function `hypot`
w = double(3)               %~ E0204 unknown function `double`
s = "3"*2                   %~ E0308 `*` does not work on a `string`
