%! features: F417
% The bytes of numbers; of scalars they are those of the program's precision.
print sizeof(scalar), sizeof(int), sizeof(cscalar)
% => 448
print sizeof(int8), sizeof(uint8), sizeof(int16), sizeof(uint16), sizeof(int32), sizeof(uint32), sizeof(int64), sizeof(uint64)
% => 11224488
x = 1.5
print sizeof(x), sizeof(1+2i), sizeof(3)
% => 484
% Of an array, the extents, as for a launch.
print sizeof(zeros(2,3))
% => [2,3]
z = zeros(4,5)
function [] = __kernel__ fill(z : mat, pos : ivec2)
    z[pos] = pos[0] + sizeof(scalar)
end
parallel_do(sizeof(z), z, fill)
print z[0,0], z[3,4]
% => 47
