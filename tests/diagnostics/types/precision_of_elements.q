a : vec[string'double] = ["a"] %~ E0110 `'double` is for scalars, not for `string`
b : vec[int'half] = [1] %~ E0110 `'half` is for scalars, not for `int`
c : vec[uint8'single] = [1] %~ E0110 `'single` is for scalars, not for `uint8`
d : vec'half = [1.0] %~ E0110 `'half` is for scalars, not for `vec`
e : int'double = 3 %~ E0110 `'double` is for scalars, not for `int`
f : vec[cscalar'half] = [1i] %~ E0110 `'half` is for scalars, not for `cscalar`
g : vec[scalar'half] = vec[scalar'half](2)
