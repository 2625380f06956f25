%! features: F324
% Vectors of bytes and half words: elements are computed as ints, and what is kept in the vector is rounded and saturates.
import "inttypes.q"
a : i8vec4 = [100, -100, 5, -128]
b : i8vec4 = [50, -50, 1.5, 1]
print a, b
% => [100,-100,5,-128][50,-50,2,1]
print a + b, a - b
% => [150,-150,7,-127][50,-50,3,-129]
c : i8vec4 = a + b
d : i8vec4 = a - b
print c, d
% => [127,-128,7,-127][50,-50,3,-128]
print a .* b, -a, abs(a)
% => [5000,5000,10,-128][-100,100,-5,128][100,100,5,128]
print a < b, a == [100,-100,5,-128], min(a, b), max(a, b)
% => [0,1,0,1][1,1,1,1][50,-100,2,-128][100,-50,5,1]
print a[3], " ", a[0..1], " ", sum(a), " ", numel(a)
% => -128 [100,-100] -123 4
c[2] = 400
c[3] -= 100
print c
% => [127,-128,127,-128]
if a == b
    print "equal"
else
    print "different"
end
% => different
u : u8vec4 = [0, 255, -7, 100.5]
v : u8vec4 = u + 3
print u, v, u - v
% => [0,255,0,101][3,255,3,104][-3,0,-3,-3]
s : i16vec2 = [32767, -32768]
t : u16vec2 = s + 1
s += 1
print s, t
% => [32767,-32767][32768,0]
% Conversions: to ints and scalars nothing is lost, back it is rounded.
w : ivec4 = u
x : vec4 = u
y : i8vec4 = u / 2
print w, x, y
% => [0,255,0,101][0,255,0,101][0,127,0,51]
% The general spelling is the same type.
z : vec[uint8](4) = v
print z == v, " ", same(z)
% => [1,1,1,1] u8vec4
function text = same(p : u8vec4)
    text = "u8vec4"
end
% Real numbers keep their values.
q = vec[uint8](3)
q[0] = 7
print uint8_to_float(q) / 2, " ", uint16_to_float(9) / 2
% => [3.5,0,0] 4.5
