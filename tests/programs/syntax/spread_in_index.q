%! features: F137
C = zeros(2,2,3)
pos = [1,0]
C[...pos, 2] = 5
print C[1,0,2], " ", C[...pos, 2]
% => 5 5
function y = sub(a, b)
    y = a - b
end
print sub(...[7,4])
% => 3
% The kernel of the manual (4.8.3) on a picture of two dimensions and on one of three, each with three channels.
function y = __device__ RGB2YUV(c : vec3)
    y = [c[0]+c[1]+c[2], c[1]-c[0], c[2]]
end
function [] = __kernel__ colortransform (X, Y, pos)
Y[...pos, 0..2] = RGB2YUV(X[...pos, 0..2])
endfunction
flat = ones(2,2,3)
flat[1,0,2] = 5
flat_out = zeros(2,2,3)
parallel_do(size(flat,0..1), flat, flat_out, colortransform)
print flat_out[1,0,0], flat_out[1,0,1], flat_out[1,0,2], " ", flat_out[0,1,0]
% => 705 3
deep = ones(2,2,2,3)
deep[1,0,1,0] = 4
deep_out = zeros(2,2,2,3)
parallel_do(size(deep,0..2), deep, deep_out, colortransform)
print deep_out[1,0,1,0], " ", deep_out[1,0,1,1], " ", deep_out[1,0,1,2], " ", sum(deep_out[:,:,:,0])
% 6, 1-4, 1; 3 in seven places and 6
% => 6 -3 1 27
im = zeros(2,3,1)
im[1,2,0] = 4
pos = [1, 2]
x = im[...pos, 0]
print x
% => 4
