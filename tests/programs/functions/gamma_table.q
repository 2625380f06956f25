%! features: F145 F204
%! files: gradient.png
%! tolerance: 1e-4
% The listings of the manual (4.2): kernels, lambdas and device functions with what stands around them.
function y : mat = gamma_correction(x : mat, gamma : scalar)
function [] = __kernel__ my_kernel(pos : ivec2)
y[pos] = x[pos] ^ gamma
endfunction
y = uninit(size(x))
parallel_do(size(x), my_kernel)
endfunction
function y : mat = compact(x : mat, gamma : scalar)
y = uninit(size(x))
parallel_do(size(x), __kernel__ (pos : ivec2) -> y[pos] = x[pos]^gamma)
endfunction
print gamma_correction([[1,2],[3,4]], 2), compact([[1,2],[3,4]], 3)
% => [[1,4],
% =>  [9,16]][[1,8],
% =>  [27,64]]
gamma = 2.4
lut = ((0..255)/255).^gamma*255
from_table = __device__ (x : scalar) -> lut[x]
function y : cube = pointwise_op(x : cube, fn : [__device__ scalar->scalar])
y = uninit(size(x))
parallel_do(size(x), __kernel__ (pos : ivec3) -> y[pos] = fn(x[pos]))
endfunction
im=imread("gradient.png")
y = pointwise_op(im, from_table)
% 255 * (v/255)^2.4 of 255, 60 and 20; on the host the same.
print y[0,0,2], " ", y[1,3,1], " ", y[2,1,0], " ", from_table(60)
% => 255 7.9146645 0.56665111 7.9146645
