%! features: F307
%! calls: cuTexObjectCreate 0
%! flags: --set=CUDA_BACKEND_HALFTEXTURES=True
%! configures: CUDA_BACKEND_HALFTEXTURES                      True  (--set)
%! omits: cuda q_put_texel<2, 1>(y_surface
%! emits: cuda q_fetch(x_texture,
% Textures of 16 bits: 11 bits of each element are left, so that results differ by 1/2048 of the elements. What fits is exact.
function [] = __kernel__ fill(y : mat'hwtex_linear, pos : ivec2)
    y[pos] = 0.5 * pos[0] + pos[1]
end
function [] = __kernel__ between(z : mat, x : mat'hwtex_linear'clamped, pos : ivec2)
    z[pos] = x[pos[0] + 0.5, pos[1]]
end
x = zeros(3, 2)
z = zeros(2, 2)
parallel_do(size(x), x, fill)
parallel_do(size(z), z, x, between)
print z
% => [[0.25,1.25],
% =>  [0.75,1.75]]
x[0,0] = 1 + 1/4096
x[1,0] = x[0,0]
parallel_do(size(z), z, x, between)
print abs(z[0,0] - x[0,0]) <= 1/2048, z[0,1]
% => 11.25
