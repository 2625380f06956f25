%! features: F305
%! calls: cuTexObjectCreate 0
% Positions from -2.5 to 4.5 in a texture of 3 elements. Outside there are zeros, the last element, the elements mirrored (each one at
% the border twice) or the elements again; between two positions the mean of both.
function [] = __kernel__ all(y : mat, s : vec'hwtex_linear'safe, d : vec'hwtex_linear'clamped, m : vec'hwtex_linear'mirror, c : vec'hwtex_linear'circular, n : vec'hwtex_linear, pos : int)
    p = 0.5 * pos - 2.5
    y[0,pos] = s[p]
    y[1,pos] = d[p]
    y[2,pos] = m[p]
    y[3,pos] = c[p]
    y[4,pos] = n[p]
end
x = [8, 16, 48]
y = zeros(5, 15)
parallel_do(15, y, x, x, x, x, x, all)
% Elements at -3..5: safe 0 0 0 8 16 48 0 0 0, clamped 8 8 8 8 16 48 48 48 48, mirror 48 16 8 8 16 48 48 16 8... (from -3: 48 16 8), circular 8 16 48 8 16 48 8 16 48.
print y
% => [[0,0,0,0,4,8,12,16,32,48,24,0,0,0,0],
% =>  [8,8,8,8,8,8,12,16,32,48,48,48,48,48,48],
% =>  [32,16,12,8,8,8,12,16,32,48,48,48,32,16,12],
% =>  [12,16,32,48,28,8,12,16,32,48,28,8,12,16,32],
% =>  [0,0,0,0,4,8,12,16,32,48,24,0,0,0,0]]

% The same in two dimensions, where each is mapped by itself.
function [] = __kernel__ corner(y : mat, m : mat'hwtex_linear'mirror, c : mat'hwtex_linear'circular, s : mat'hwtex_linear'safe, d : mat'hwtex_linear'clamped, pos : int)
    p = 1.5 * pos - 1.5
    y[0,pos] = m[p, -0.5]
    y[1,pos] = c[p, -0.5]
    y[2,pos] = s[p, -0.5]
    y[3,pos] = d[p, -0.5]
end
a = [[4, 8], [16, 32]]
z = zeros(4, 3)
parallel_do(3, z, a, a, a, a, corner)
% Rows at -2..2: mirror 16 4 4 16 16, circular 4 16 4 16 4. Columns -1 and 0: mirror the first, circular the mean of both.
print z
% => [[10,4,16],
% =>  [15,6,15],
% =>  [0,2,4],
% =>  [4,4,16]]
