function [] = __kernel__ zoom(x : mat'hwtex_linear'mirror, y : mat'unchecked, factor : scalar, pos : ivec2)
    y[pos] = x[pos ./ factor]
end
function [] = __kernel__ warp(x : vec[uint8]'hwtex_nearest(4)'clamped, y : cube(:,:,3)'unchecked'nocopy, h : mat(3,3)'hw_const, pos : ivec2)
    p = h * [pos[0], pos[1], 1.0]
    y[pos[0],pos[1],0..2] = x[p[0]/p[2], p[1]/p[2], 0..2]
end
A_half = typename(mat[scalar'half])(100,100)
type i8vec4 : vec[int8](4)
type hvec2 : vec[scalar'half](2)
type images : vec[cube[uint8]'clamped]
volume : cube{4}[int16]'const = load("volume.dat")
zoomed = zeros(200, 200)
parallel_do(size(zoomed), A_half, zoomed, 2.0, zoom)
