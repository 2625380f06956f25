% Of one element there is no second one; a number that is no reduction has none at all.
x = [3.0,1,2]
print median(x)[1] %~ E0303 has no elements
n = numel(x)
print n[0] %~ E0303 has no elements
v : vec[int] = [0.5,1] %~ E0302 `vec[int](2)` is needed
