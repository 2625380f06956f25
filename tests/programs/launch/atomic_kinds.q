% All thirteen operations on every kind of element, each from many threads, in an order that does not matter.
function [] = __kernel__ many(a, pos : int)
    a[0] += 1
    a[1] -= 1
    a[2] &= 6
    a[3] |= 2^mod(pos,3)
    a[4] ~= 1
    a[5] ^^= pos
    a[6] __= pos
end
function [] = __kernel__ few(a, pos : int)
    a[0] *= 2
    a[1] /= 2
    a[2] ^= 2
    a[3] .*= 2
    a[4] ./= 2
    a[5] .^= 2
end
function [] = show(a)
    a[:] = [0,101,7,0,0,0,50]
    parallel_do(101, a, many)
    print a
    a[0..5] = [1,64,2,1,64,2]
    parallel_do(2, a, few)
    print a[0..5]
end
% By 101 positions: 0+101, 101-101, 7&6, 1|2|4, an odd number of changes of bit 0, the greatest and the least position.
% By 2 positions: 1*2*2, 64/2/2, (2^2)^2, twice.
show(vec[int](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[int8](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[uint8](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[int16](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[uint16](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[uint32](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[int64](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[uint64](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec(7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[scalar'half](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
show(vec[scalar'double](7))
% => [101,0,6,7,1,100,0]
% => [4,16,16,4,16,16]
% A million positions, exact for ints: their number, the greatest one, and 0 xor 1 xor ... 999999.
function [] = __kernel__ million(a : vec[int], pos : int)
    a[0] += 1
    a[1] ^^= pos
    a[2] ~= pos
end
a = vec[int](3)
parallel_do(1000000, a, million)
print a
% => [1000000,999999,0]
