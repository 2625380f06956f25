%! features: F306
%! calls: cuSurfObjectCreate 0
%! emits: cuda q_put_texel<1, 1>(
%! emits: cuda q_put_texel<3, 1>(
%! emits: cuda q_put_texel<2, 4>(
function [] = __kernel__ line(y : vec'hwtex_linear, pos : int)
    y[pos] = 4 * pos
end
function [] = __kernel__ volume(y : cube'hwtex_linear, pos : ivec3)
    y[pos] = 100*pos[0] + 10*pos[1] + pos[2]
end
function [] = __kernel__ image(y : cube(:,:,4)'hwtex_nearest(4), pos : ivec2)
    y[pos[0],pos[1],0..3] = [pos[0], pos[1], 5, 6]
end
function [] = __kernel__ read(z : vec, a : vec'hwtex_linear, b : cube'hwtex_linear, c : cube(:,:,4)'hwtex_nearest(4), pos : int)
    z[0] = a[2.25]
    z[1] = b[0.5, 1.5, 0.5]
    p = c[0.75, 2.0, :]
    z[2] = 1000*p[0] + 100*p[1] + 10*p[2] + p[3]
end
a = zeros(5)
b = zeros(2, 3, 2)
c = zeros(2, 3, 4)
z = zeros(3)
parallel_do(5, a, line)
parallel_do(size(b), b, volume)
parallel_do([2, 3], c, image)
parallel_do(1, z, a, b, c, read)
print z, a, b[1,2,1], c[1,2,1]
% => [9,65.5,1256][0,4,8,12,16]1212
