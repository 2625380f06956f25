%! features: F303
%! calls: cuTexObjectCreate 0
function [] = __kernel__ line(y : vec, x : vec'hwtex_linear'clamped, pos : int)
    y[pos] = x[0.25 * pos]
end
x = [0, 4, 12]
y = zeros(10)
parallel_do(10, y, x, line)
print y
% => [0,1,2,3,4,6,8,10,12,12]

% Along all three dimensions; the mean of the eight elements of a cube is that of their sums.
function [] = __kernel__ inside(y : vec, x : cube'hwtex_linear'clamped, p : mat, pos : int)
    y[pos] = x[p[pos,0], p[pos,1], p[pos,2]]
end
v = zeros(2, 3, 2)
for m = 0..1
    for n = 0..2
        for k = 0..1
            v[m,n,k] = 100*m + 10*n + k
        end
    end
end
p = [[0.5, 0.5, 0.5], [1, 2, 1], [0.25, 1.5, 0], [0, 0, 0.75], [1.5, 2.5, 0.5]]
z = zeros(5)
parallel_do(5, z, v, p, inside)
print z
% => [55.5,121,40,0.75,120.5]
