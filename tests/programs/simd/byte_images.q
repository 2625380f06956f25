%! features: F325 F327
%! emits: cuda vadd4.u32.u32.u32.sat
%! emits: cuda vadd4.s32.s32.s32.sat
%! emits: cuda vadd2.u32.u32.u32.sat
%! emits: cuda vsub4.u32.u32.u32.sat
%! emits: cuda vabsdiff4.u32.u32.u32
%! emits: cuda vavrg4.u32.u32.u32
%! emits: cuda vset4.u32.u32.gt
% Every pair of bytes, and as many pairs of half words, through the operations that vectors of them have, against ints: what is stored
% is the int, limited to the range of the elements.
function r = limited(x : imat, low : int, high : int)
    r = min(max(x, low), high)
end
function [] = test_uint8(a : mat[uint8], b : mat[uint8], x : imat, y : imat)
    r = mat[uint8](size(a))
    z = imat(size(a))
    function [] = __kernel__ sum_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + b[pos]
    end
    function [] = __kernel__ sum_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + b[pos]
    end
    parallel_do(size(a), a, b, r, sum_uint8)
    parallel_do(size(a), x, y, z, sum_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ difference_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - b[pos]
    end
    function [] = __kernel__ difference_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - b[pos]
    end
    parallel_do(size(a), a, b, r, difference_uint8)
    parallel_do(size(a), x, y, z, difference_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ least_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = min(a[pos], b[pos])
    end
    function [] = __kernel__ least_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = min(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, least_uint8)
    parallel_do(size(a), x, y, z, least_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ greatest_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = max(a[pos], b[pos])
    end
    function [] = __kernel__ greatest_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = max(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, greatest_uint8)
    parallel_do(size(a), x, y, z, greatest_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ distance_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = abs(a[pos] - b[pos])
    end
    function [] = __kernel__ distance_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = abs(a[pos] - b[pos])
    end
    parallel_do(size(a), a, b, r, distance_uint8)
    parallel_do(size(a), x, y, z, distance_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ wrapped_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = and(a[pos] + b[pos], 255)
    end
    function [] = __kernel__ wrapped_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = and(a[pos] + b[pos], 255)
    end
    parallel_do(size(a), a, b, r, wrapped_uint8)
    parallel_do(size(a), x, y, z, wrapped_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ average_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    function [] = __kernel__ average_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    parallel_do(size(a), a, b, r, average_uint8)
    parallel_do(size(a), x, y, z, average_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ brighter_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + 100
    end
    function [] = __kernel__ brighter_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + 100
    end
    parallel_do(size(a), a, b, r, brighter_uint8)
    parallel_do(size(a), x, y, z, brighter_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ darker_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - 77
    end
    function [] = __kernel__ darker_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - 77
    end
    parallel_do(size(a), a, b, r, darker_uint8)
    parallel_do(size(a), x, y, z, darker_as_int_uint8)
    assert(r == limited(z, 0, 255))
    function [] = __kernel__ above_uint8(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] > b[pos]
    end
    function [] = __kernel__ above_as_int_uint8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] > b[pos]
    end
    parallel_do(size(a), a, b, r, above_uint8)
    parallel_do(size(a), x, y, z, above_as_int_uint8)
    assert(r == limited(z, 0, 255))
end
function [] = test_int8(a : mat[int8], b : mat[int8], x : imat, y : imat)
    r = mat[int8](size(a))
    z = imat(size(a))
    function [] = __kernel__ sum_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + b[pos]
    end
    function [] = __kernel__ sum_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + b[pos]
    end
    parallel_do(size(a), a, b, r, sum_int8)
    parallel_do(size(a), x, y, z, sum_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ difference_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - b[pos]
    end
    function [] = __kernel__ difference_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - b[pos]
    end
    parallel_do(size(a), a, b, r, difference_int8)
    parallel_do(size(a), x, y, z, difference_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ least_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = min(a[pos], b[pos])
    end
    function [] = __kernel__ least_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = min(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, least_int8)
    parallel_do(size(a), x, y, z, least_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ greatest_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = max(a[pos], b[pos])
    end
    function [] = __kernel__ greatest_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = max(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, greatest_int8)
    parallel_do(size(a), x, y, z, greatest_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ distance_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = abs(a[pos] - b[pos])
    end
    function [] = __kernel__ distance_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = abs(a[pos] - b[pos])
    end
    parallel_do(size(a), a, b, r, distance_int8)
    parallel_do(size(a), x, y, z, distance_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ wrapped_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = and(a[pos] + b[pos], 127)
    end
    function [] = __kernel__ wrapped_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = and(a[pos] + b[pos], 127)
    end
    parallel_do(size(a), a, b, r, wrapped_int8)
    parallel_do(size(a), x, y, z, wrapped_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ average_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    function [] = __kernel__ average_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    parallel_do(size(a), a, b, r, average_int8)
    parallel_do(size(a), x, y, z, average_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ brighter_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + 100
    end
    function [] = __kernel__ brighter_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + 100
    end
    parallel_do(size(a), a, b, r, brighter_int8)
    parallel_do(size(a), x, y, z, brighter_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ darker_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - 77
    end
    function [] = __kernel__ darker_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - 77
    end
    parallel_do(size(a), a, b, r, darker_int8)
    parallel_do(size(a), x, y, z, darker_as_int_int8)
    assert(r == limited(z, -128, 127))
    function [] = __kernel__ above_int8(a : mat[int8]'unchecked, b : mat[int8]'unchecked, r : mat[int8]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] > b[pos]
    end
    function [] = __kernel__ above_as_int_int8(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] > b[pos]
    end
    parallel_do(size(a), a, b, r, above_int8)
    parallel_do(size(a), x, y, z, above_as_int_int8)
    assert(r == limited(z, -128, 127))
end
function [] = test_uint16(a : mat[uint16], b : mat[uint16], x : imat, y : imat)
    r = mat[uint16](size(a))
    z = imat(size(a))
    function [] = __kernel__ sum_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + b[pos]
    end
    function [] = __kernel__ sum_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + b[pos]
    end
    parallel_do(size(a), a, b, r, sum_uint16)
    parallel_do(size(a), x, y, z, sum_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ difference_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - b[pos]
    end
    function [] = __kernel__ difference_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - b[pos]
    end
    parallel_do(size(a), a, b, r, difference_uint16)
    parallel_do(size(a), x, y, z, difference_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ least_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = min(a[pos], b[pos])
    end
    function [] = __kernel__ least_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = min(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, least_uint16)
    parallel_do(size(a), x, y, z, least_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ greatest_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = max(a[pos], b[pos])
    end
    function [] = __kernel__ greatest_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = max(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, greatest_uint16)
    parallel_do(size(a), x, y, z, greatest_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ distance_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = abs(a[pos] - b[pos])
    end
    function [] = __kernel__ distance_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = abs(a[pos] - b[pos])
    end
    parallel_do(size(a), a, b, r, distance_uint16)
    parallel_do(size(a), x, y, z, distance_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ wrapped_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = and(a[pos] + b[pos], 65535)
    end
    function [] = __kernel__ wrapped_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = and(a[pos] + b[pos], 65535)
    end
    parallel_do(size(a), a, b, r, wrapped_uint16)
    parallel_do(size(a), x, y, z, wrapped_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ average_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    function [] = __kernel__ average_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    parallel_do(size(a), a, b, r, average_uint16)
    parallel_do(size(a), x, y, z, average_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ brighter_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + 100
    end
    function [] = __kernel__ brighter_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + 100
    end
    parallel_do(size(a), a, b, r, brighter_uint16)
    parallel_do(size(a), x, y, z, brighter_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ darker_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - 77
    end
    function [] = __kernel__ darker_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - 77
    end
    parallel_do(size(a), a, b, r, darker_uint16)
    parallel_do(size(a), x, y, z, darker_as_int_uint16)
    assert(r == limited(z, 0, 65535))
    function [] = __kernel__ above_uint16(a : mat[uint16]'unchecked, b : mat[uint16]'unchecked, r : mat[uint16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] > b[pos]
    end
    function [] = __kernel__ above_as_int_uint16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] > b[pos]
    end
    parallel_do(size(a), a, b, r, above_uint16)
    parallel_do(size(a), x, y, z, above_as_int_uint16)
    assert(r == limited(z, 0, 65535))
end
function [] = test_int16(a : mat[int16], b : mat[int16], x : imat, y : imat)
    r = mat[int16](size(a))
    z = imat(size(a))
    function [] = __kernel__ sum_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + b[pos]
    end
    function [] = __kernel__ sum_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + b[pos]
    end
    parallel_do(size(a), a, b, r, sum_int16)
    parallel_do(size(a), x, y, z, sum_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ difference_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - b[pos]
    end
    function [] = __kernel__ difference_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - b[pos]
    end
    parallel_do(size(a), a, b, r, difference_int16)
    parallel_do(size(a), x, y, z, difference_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ least_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = min(a[pos], b[pos])
    end
    function [] = __kernel__ least_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = min(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, least_int16)
    parallel_do(size(a), x, y, z, least_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ greatest_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = max(a[pos], b[pos])
    end
    function [] = __kernel__ greatest_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = max(a[pos], b[pos])
    end
    parallel_do(size(a), a, b, r, greatest_int16)
    parallel_do(size(a), x, y, z, greatest_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ distance_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = abs(a[pos] - b[pos])
    end
    function [] = __kernel__ distance_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = abs(a[pos] - b[pos])
    end
    parallel_do(size(a), a, b, r, distance_int16)
    parallel_do(size(a), x, y, z, distance_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ wrapped_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = and(a[pos] + b[pos], 32767)
    end
    function [] = __kernel__ wrapped_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = and(a[pos] + b[pos], 32767)
    end
    parallel_do(size(a), a, b, r, wrapped_int16)
    parallel_do(size(a), x, y, z, wrapped_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ average_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    function [] = __kernel__ average_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = shr(a[pos] + b[pos] + 1, 1)
    end
    parallel_do(size(a), a, b, r, average_int16)
    parallel_do(size(a), x, y, z, average_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ brighter_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] + 100
    end
    function [] = __kernel__ brighter_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] + 100
    end
    parallel_do(size(a), a, b, r, brighter_int16)
    parallel_do(size(a), x, y, z, brighter_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ darker_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] - 77
    end
    function [] = __kernel__ darker_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] - 77
    end
    parallel_do(size(a), a, b, r, darker_int16)
    parallel_do(size(a), x, y, z, darker_as_int_int16)
    assert(r == limited(z, -32768, 32767))
    function [] = __kernel__ above_int16(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)
        {!kernel_transform enable="simdprocessing"}
        r[pos] = a[pos] > b[pos]
    end
    function [] = __kernel__ above_as_int_int16(a : imat'unchecked, b : imat'unchecked, r : imat'unchecked, pos : ivec2)
        r[pos] = a[pos] > b[pos]
    end
    parallel_do(size(a), a, b, r, above_int16)
    parallel_do(size(a), x, y, z, above_as_int_int16)
    assert(r == limited(z, -32768, 32767))
end
x = imat(17,256)
y = imat(17,256)
for m = 0..16
    for n = 0..255
        x[m,n] = n
        y[m,n] = max(0, 16*m - 1)
    end
end
a = mat[uint8](17,256)
b = mat[uint8](17,256)
a[:,:] = x
b[:,:] = y
test_uint8(a, b, x, y)
a = mat[int8](17,256)
b = mat[int8](17,256)
a[:,:] = x - 128
b[:,:] = y - 128
test_int8(a, b, x - 128, y - 128)
a = mat[uint16](17,256)
b = mat[uint16](17,256)
a[:,:] = 257*x
b[:,:] = 257*y
test_uint16(a, b, 257*x, 257*y)
a = mat[int16](17,256)
b = mat[int16](17,256)
a[:,:] = 257*x - 32768
b[:,:] = 257*y - 32768
test_int16(a, b, 257*x - 32768, 257*y - 32768)
print "the same"
% => the same
