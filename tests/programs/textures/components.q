%! features: F304
%! calls: cuTexObjectCreate 0
%! emits: cuda q_fetch(x_texture,
%! emits: cuda .w;
% The last dimension holds the components of an element, which one fetch gives together.
function [] = __kernel__ shrink(y : cube, x : cube(:,:,4)'hwtex_linear(4)'clamped, pos : ivec2)
    y[pos[0],pos[1],0..3] = x[pos[0] + 0.5, pos[1] + 0.5, :]
end
x = zeros(2, 3, 4)
for m = 0..1
    for n = 0..2
        x[m,n,:] = [100*m + 10*n, 2*n, 4*m, 1]
    end
end
y = zeros(1, 2, 4)
parallel_do([1, 2], y, x, shrink)
print y[0,0,:], y[0,1,:]
% => [[[55,1,2,1]]][[[65,3,2,1]]]

% A position gives all of them, a component by itself or some of them may be taken.
function [] = __kernel__ parts(y : mat, x : cube(:,:,4)'hwtex_nearest(4)'clamped, pos : int)
    rgba = x[[pos, 0.25]]
    y[pos,0] = rgba[0] + rgba[3]
    y[pos,1] = x[pos, 2.25, 1]
    bc = x[pos, 1, 1..2]
    y[pos,2] = bc[0] + bc[1]
    y[pos,3] = x[pos, 1, pos]
end
z = zeros(2, 4)
parallel_do(2, z, x, parts)
print z
% => [[1,4,2,10],
% =>  [101,4,6,2]]

% Two components along a line.
function [] = __kernel__ pairs(y : vec, x : mat(:,2)'hwtex_linear(2)'circular, pos : int)
    p = x[pos - 0.5, :]
    y[pos] = p[0] * p[1]
end
w = zeros(3)
parallel_do(3, w, [[1, 2], [3, 4], [5, 12]], pairs)
% (5+1)/2 * (12+2)/2, 2*3, 4*8
print w
% => [21,6,32]
