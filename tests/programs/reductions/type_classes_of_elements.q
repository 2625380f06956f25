%! features: F162
% The type classes of the manual (4.9), with a class of integers as the elements of an array.
type AllInt : [int|int8|int16|int32|uint8|uint32|uint64]
type RealNumber: [scalar|cube|AllInt|cube[AllInt]]
type ComplexNumber: [cscalar|ccube]
reduction (x : RealNumber) -> real(x) = x
reduction (x : ComplexNumber) -> complex(x) = x
reduction (x : RealNumber) -> kind(x) = "real"
reduction (x : ComplexNumber) -> kind(x) = "complex"
print real(2), " ", real(2.5), " ", real(ones(1,2)), " ", real(mat[uint8](1,2)), " ", real([1,2]), " ", real(1+2i)
% => 2 2.5 [1,1] [0,0] [1,2] 1
print kind(mat[int16](1,2)), kind(cube(1,2,2)), kind([1,2]), kind(2i*ones(1,2))
% => realrealrealcomplex
function y = total(x : cube[AllInt])
    y = sum(x)
end
bytes = mat[uint8](2,2)
bytes[0,1] = 200
print total(bytes), " ", total([1,2,3])
% => 200 6
