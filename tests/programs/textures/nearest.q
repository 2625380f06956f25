%! features: F303
%! calls: cuTexObjectCreate 0
%! emits: cuda x_texture != 0
% The nearest element; in the middle of two the upper one.
function [] = __kernel__ nearest(y : vec, x : vec'hwtex_nearest'clamped, pos : int)
    y[pos] = x[0.25 * pos - 0.5]
end
x = [10, 20, 30]
y = zeros(14)
parallel_do(14, y, x, nearest)
print y
% => [10,10,10,10,20,20,20,20,30,30,30,30,30,30]

% Whole positions give the elements, in every way to read outside.
function [] = __kernel__ whole(y : mat, s : mat'hwtex_nearest'safe, c : mat'hwtex_nearest'circular, m : mat'hwtex_nearest'mirror, d : mat'hwtex_nearest'clamped, pos : int)
    y[0,pos] = s[pos-3, 1]
    y[1,pos] = c[pos-3, -1]
    y[2,pos] = m[pos-3, 2]
    y[3,pos] = d[pos-3, 100000]
end
a = [[1, 2], [3, 4]]
z = zeros(4, 7)
parallel_do(7, z, a, a, a, a, whole)
print z
% => [[0,0,0,2,4,0,0],
% =>  [4,2,4,2,4,2,4],
% =>  [4,4,2,2,4,4,2],
% =>  [2,2,2,2,4,4,4]]

% Other elements than real ones have no texture, and are read the same way.
function [] = __kernel__ counted(y : vec, x : vec[int]'hwtex_nearest, pos : int)
    y[pos] = x[0.5 * pos]
end
q = zeros(4)
parallel_do(4, q, [7, 8], counted)
print q
% => [7,8,8,0]
