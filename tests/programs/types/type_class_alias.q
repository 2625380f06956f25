%! features: F075
% The alias of a type class stands for its members: in reductions, in parameters, within another type class.
type AllInt : [int|int8|int16|int32|uint8|uint32|uint64]
type Counted : [AllInt|vec[int]|mat]
reduction (x : AllInt) -> kind(x) = "integer"
reduction (x : scalar) -> kind(x) = "real"
reduction (x : Counted) -> counted(x) = numel(x)
function y = doubled(x : AllInt)
    y = 2*x
end
a = vec[uint8](4)
a[1] = 300
% An element of a storage type is computed as int; 300 saturates at 255.
print kind(3), " ", kind(2.5), " ", kind(a[1]), " ", doubled(a[1])
% => integer real integer 510
print counted(7), counted([1,2]), counted(ones(2,3))
% => 126
