% Vectors of small integers and halves: lengths, names and kinds that do not fit, constants that elements cannot hold.
import "inttypes.q"
import "floattypes.q"
a : i8vec4 = [1, 2, 3] %~ E0302 where a `vec[int8](4)` is needed
b : i8vec3 = [1, 2, 3] %~ E0205 there is no type `i8vec3`
c : u8vec4 = [1, 300, 3, 4] %~ W0302 becomes 255
d : i8vec4 = [1, -129, 3, 4] %~ W0302 becomes -128
e : hvec2 = [1, 65520] %~ W0302 becomes inf
f : u16vec2 = [65535.4, -1.5] %~ W0302 becomes 0
h : hvec2 = [1, 2]
x : vec3 = [1, 2, 3]
print h + x %~ E0302 different
g : u8vec4 = ["a", "b", "c", "d"] %~ E0302
%! features: F324
