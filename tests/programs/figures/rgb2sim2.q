% White of one candela per square metre. Y = 0.191003 + 0.717471 + 0.091526 = 1, so log2 Y = 0 and the luminance code is
% floor((253*0.5 + 1)*32 + 0.5) = 4080 = 127*32 + 16.
% X = 0.847079, Z = 0.418415, X + 15 Y + 3 Z = 17.102324: v code 4*(3660.046875/17.102324 + 0.546875) = 858.2 -> 858 = 214*4 + 2,
% u code 4*(1626.6875*0.847079/17.102324 + 0.546875) = 324.5 -> 324.47 -> 324 = 81*4 + 0.
% Even columns: red 16*8 + 2*2 = 132, green 127, blue 214. Odd ones: red 81, green 127, blue 16*8 + 0 = 128.
y = rgb2sim2(ones(2,4,3))
print y[0,0,:], y[1,1,:], y[1,2,:], y[0,3,:]
% => [[[132,127,214]]][[[81,127,128]]][[[132,127,214]]][[[81,127,128]]]
% The least and the greatest light: black is 32 = 1*32; 2^20 is 0.0376*20 + 0.5 = 1.252, beyond 8159 = 254*32 + 31.
z = rgb2sim2(zeros(1,2,3))
print z[0,0,1], " ", rgb2sim2(ones(1,2,3)*1048576)[0,0,1]
% => 1 254
