% One colour as a vector, in kernels as on the host, and images: the same numbers.
import "colortransform.q"
import "inttypes.q"
seed(3)
x = rand(4,5,3)
bytes = cube[uint8](4,5,3)
bytes[:,:,:] = 255*x
y = zeros(4,5,3)
g = zeros(4,5)
function [] = __kernel__ each(x : cube(:,:,3), bytes : cube[uint8], y : cube(:,:,3), g : mat, pos : ivec2)
    c = x[pos[0],pos[1],0..2]
    y[pos[0],pos[1],0..2] = lab2rgb(rgb2lab(hsv2rgb(rgb2hsv(c))))
    g[pos] = rgb2gray(c) + uint8_to_float(bytes[pos[0],pos[1],1])/255 + uint16_to_float(3)
end
parallel_do([4,5], x, bytes, y, g, each)
% Each of the four is undone by another one.
print max(abs(y - x)) < 1e-4, max(abs(g - rgb2gray(x) - round(255*x[:,:,1])/255 - 3)) < 1e-5
% => 11
print max(abs(rgb2lab(x)[2,3,:] - rgb2lab(x[2,3,:]))) < 1e-4, max(abs(rgb2hsv(x)[1,1,:] - rgb2hsv(x[1,1,:]))) < 1e-6
% => 11
% A pure red: L*a*b* of sRGB (D65) as tables have it, 53.24, 80.09, 67.20.
print max(abs(rgb2lab([1.0,0.0,0.0]) - [53.24,80.09,67.20])) < 0.02
% => 1
