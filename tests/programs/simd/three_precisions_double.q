%! features: F329
%! flags: --precision=double
% The same with double precision as that of the program.
h = typename(mat[scalar'half])(2,2)
s = typename(mat[scalar'single])(2,2)
d = typename(mat[scalar'double])(2,2)
for i = 0..1
    for j = 0..1
        h[i,j] = (i + j + 1)/3
        s[i,j] = (i + j + 1)/3
        d[i,j] = (i + j + 1)/3
    end
end
print h[0,0], " ", s[0,0], " ", d[0,0]
% => 0.333251953125 0.3333333432674408 0.3333333333333333
% Small arrays, which are variables, keep no more than those in memory.
function [] = __kernel__ rounded(h : mat[scalar'half], s : mat[scalar'single], pos : int)
    p : vec[scalar'half](2) = [1.0/3, 70000]
    q : vec[scalar'single](2) = [1.0/3, 16777217]
    h[1,0..1] = p
    s[1,0..1] = q - 16777216
    s[0,0] = p[0]
    s[0,1] = q[0] - 1.0/3
end
parallel_do(1, h, s, rounded)
print h[1,0..1], s
% => [0.33325195,inf][[0.33325195,9.934108e-09],
% =>  [-16777216,0]]
