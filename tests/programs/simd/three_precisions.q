%! features: F329
% Matrices of three precisions in one program: each keeps what its elements can hold, and mixed they are computed in that of the program.
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
% 1/3 of 11, 24 and 24 bits: the program computes in single precision.
print h[0,0], " ", s[0,0], " ", d[0,0]
% => 0.33325195 0.33333334 0.33333334
print h + s .* d
% => [[0.44436306,1.1109483],
% =>  [1.1109483,2]]
% Assigning from one to another converts.
h[:,:] = d
print h
% => [[0.33325195,0.6665039],
% =>  [0.6665039,1]]
d[:,:] = h
print d
% => [[0.333251953125,0.66650390625],
% =>  [0.66650390625,1]]
function [] = __kernel__ mix(h : mat[scalar'half], s : mat[scalar'single], d : mat[scalar'double], pos : ivec2)
    sum = h[pos] + s[pos] + d[pos]
    h[pos] = sum
    s[pos] = sum
    d[pos] = sum
end
s[:,:] = 1000.5
d[:,:] = 1.5
parallel_do(size(h), h, s, d, mix)
% 1000.5 + 1.5 + 1/3: halves near 1000 are 0.5 apart.
print h[0,0], " ", s[0,0], " ", d[0,0]
% => 1002.5 1002.33325 1002.33325
