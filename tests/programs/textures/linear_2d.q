%! features: F303
%! calls: cuTexObjectCreate 0
%! emits: cuda q_fetch(x_texture,
% Position k is the centre of element k, so half positions lie in the middle of two elements or of four.
function [] = __kernel__ enlarge(y : mat, x : mat'hwtex_linear'clamped, scale : scalar, pos : ivec2)
    y[pos] = x[scale * pos]
end
x = [[0, 4, 8], [16, 20, 40]]
y = zeros(4, 6)
parallel_do(size(y), y, x, 0.5, enlarge)
print y
% Between rows: (0+16)/2, (0+4+16+20)/4, (4+20)/2, (4+8+20+40)/4, (8+40)/2; beyond the last element it goes on.
% => [[0,2,4,6,8,8],
% =>  [8,10,12,18,24,24],
% =>  [16,18,20,30,40,40],
% =>  [16,18,20,30,40,40]]

% A quarter of the way: 0.75*4 + 0.25*8, and 0.75*(0.75*4 + 0.25*8) + 0.25*(0.75*20 + 0.25*40).
function [] = __kernel__ at(y : vec, x : mat'hwtex_linear'clamped, p : mat, pos : int)
    y[pos] = x[p[pos,0], p[pos,1]]
end
p = [[0, 1.25], [0.25, 1.25], [1, 1], [0.5, 0]]
z = zeros(4)
parallel_do(4, z, x, p, at)
print z
% => [5,10,20,8]
