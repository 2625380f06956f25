import "inttypes.q"
a : u8vec4 = [0, 300, 1, 2]
b : hvec2 = [1, 2]
c : i8vec2 = [1, 2]
print a
