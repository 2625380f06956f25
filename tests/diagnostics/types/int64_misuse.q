% What is no integer of 64 bits.
x = vec[int64](2)
y : int64 = "a" %~ E0301 the value is a `string` where a `int64` is needed
z : uint32 = 5 %~ E0318 there are no variables of type `uint32`
x[0] = 1i %~ E0301 the value is a `cscalar` where a `int64` is needed
e = x[0] < 2i %~ E0308 complex numbers have no order
w : int64 = 2.7 %~ W0301 2.7 loses its fraction as an `int64`
function y = f(a : int64)
    y = a
end
print f([1,2]) %~ E0301 where a `int64` is needed
