%! features: F049 F051
% The short names of the manual (3.1) and what they stand for are one type.
print typename(vec) == typename(vec[scalar]), typename(mat) == typename(mat[scalar]), typename(cube) == typename(cube[scalar])
% => 111
print typename(cvec) == typename(vec[cscalar]), typename(cmat) == typename(mat[cscalar]), typename(ccube) == typename(cube[cscalar])
% => 111
print typename(ivec) == typename(vec[int]), typename(imat) == typename(mat[int]), typename(icube) == typename(cube[int])
% => 111
print typename(cellvec) == typename(vec[??]), typename(cellmat) == typename(mat[??]), typename(cellcube) == typename(cube[??])
% => 111
print type(vec(2)) == typename(vec), type(mat(1,2)) == typename(mat), type(cube(1,1,2)) == typename(cube), type(vec(2)) == typename(ivec)
% => 1110
z = cvec(2)
z[1] = 2i
m = imat(2,2)
m[0,1] = 2.5*2
k = icube(1,1,2)
k[0,0,1] = -2.5*2
C = ccube(1,1,1)
D = cmat(1,2)
i = ivec(3)
print z, m, k, numel(C), D, i
% => [0+0i,0+2i][[0,5],
% =>  [0,0]][[[0,-5]]]1[0+0i,0+0i][0,0,0]
