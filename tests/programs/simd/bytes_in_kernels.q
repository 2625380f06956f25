%! features: F324 F325
% Vectors of bytes in device functions and kernels, against the same with single ints.
import "inttypes.q"
function y : u8vec4 = __device__ blend(a : u8vec4, b : u8vec4)
    y = a + b
end
function y : i8vec4 = __device__ drift(a : i8vec4, b : i8vec4)
    t : i8vec4 = a - b
    y = t + b
end
function y = __device__ saturated(x, low, high)
    y = x < low ? low : (x > high ? high : x)
end
function [] = __kernel__ by_vectors(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked, s : mat[int8]'unchecked, t : mat[int8]'unchecked, r : mat[uint8]'unchecked, pos : int)
    a : u8vec4 = x[pos, 0..3]
    b : u8vec4 = y[pos, 0..3]
    r[pos, 0..3] = blend(a, b)
    r[pos, 4..7] = a - b
    r[pos, 8..11] = max(a, b)
    r[pos, 12..15] = min(a, b)
    r[pos, 16..19] = abs(a - b)
    c : i8vec4 = s[pos, 0..3]
    d : i8vec4 = t[pos, 0..3]
    r[pos, 20..23] = drift(c, d) + 128
    r[pos, 24..27] = (a .* b) / 255
    r[pos, 28..31] = a < b
end
function [] = __kernel__ by_numbers(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked, s : mat[int8]'unchecked, t : mat[int8]'unchecked, r : mat[uint8]'unchecked, pos : int)
    for k = 0..3
        a = x[pos,k]
        b = y[pos,k]
        r[pos,k] = saturated(a + b, 0, 255)
        r[pos,4+k] = saturated(a - b, 0, 255)
        r[pos,8+k] = a > b ? a : b
        r[pos,12+k] = a < b ? a : b
        r[pos,16+k] = a > b ? a - b : b - a
        c = s[pos,k]
        d = t[pos,k]
        r[pos,20+k] = saturated(saturated(c - d, -128, 127) + d, -128, 127) + 128
        r[pos,24+k] = a*b/255
        r[pos,28+k] = a < b
    end
end
n = 67
x = mat[uint8](n,4)
y = mat[uint8](n,4)
s = mat[int8](n,4)
t = mat[int8](n,4)
for i = 0..n-1
    for k = 0..3
        x[i,k] = mod(37*i + 101*k, 256)
        y[i,k] = mod(91*i + 59*k + 13, 256)
        s[i,k] = mod(37*i + 101*k, 256) - 128
        t[i,k] = mod(91*i + 59*k + 13, 256) - 128
    end
end
vectors = mat[uint8](n,32)
numbers = mat[uint8](n,32)
parallel_do(n, x, y, s, t, vectors, by_vectors)
parallel_do(n, x, y, s, t, numbers, by_numbers)
assert(vectors == numbers)
% Row 2: x = 74 175 20 121, y = 195 254 57 116; s - 128 and t - 128 of the same numbers: -54 47 -108 -7 and 67 126 -71 -12.
% s - t = -121 -79 -37 5, plus t: -54 47 -108 -7; products by 255: 56.59 174.31 4.47 55.04.
print vectors[2,0..15]
% => [255,255,77,237,0,0,0,5,195,254,57,121,74,175,20,116]
print vectors[2,16..31]
% => [121,79,37,5,74,175,20,121,57,174,4,55,1,1,1,0]
