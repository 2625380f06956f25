%! features: F119 F093
%! tolerance: 1e-4
%! loop: 20 parallel
%! hides: kernels needs dynamic kernel memory
%! reports: types D: vec(3), line 21
%! reports: types V: mat(3,3), line 22
% The loop of the post on fixed sizes, as it is printed, with `jacobi` of the library, whose eigenvalues ascend: the last one is the
% largest, the other two are lifted to 100 times it.
import "linalg.q"
covs = zeros(3,3,20)
icovs = zeros(3,3,20)
for i = 0..19
    covs[0,0,i] = 2 + i
    covs[1,1,i] = 2 + i
    covs[0,1,i] = 1
    covs[1,0,i] = 1
    covs[2,2,i] = 9 + i
end
{!parallel for}
for i=0..size(covs,2)-1
    D = vec(3)          % Type: vec3   or in parametric form vec(3)
    V = zeros(3,3)      % Type: mat3x3 or in parametric form mat(3,3)
    unused = jacobi(covs[0..2,0..2,i], 3, D, V)

    % Avoids matrices near singularities
    mineig : scalar = 100 * D[2]
    D[0] = D[0] < mineig ? mineig : D[0]
    D[1] = D[1] < mineig ? mineig : D[1]

    covs[0..2,0..2,i] = V * diagm(D) * transpose(V)

    for j=0..2
        D[j] = 1.0/D[j]
    endfor

    icovs[0..2,0..2,i] = transpose(V) * diagm(D) * V
endfor
% Eigenvalues 1+i, 3+i and 9+i: both vectors of the upper block get the same value, so that it is a multiple of the identity.
print covs[0,0,0], " ", covs[1,1,0], " ", covs[2,2,0], " ", covs[0,0,11], " ", covs[2,2,11]
% => 900 900 9 2000 20
print abs(covs[0,1,11]) < 0.01, abs(covs[1,2,11]) < 0.01
% => 11
print 900*icovs[0,0,0], " ", 900*icovs[1,1,0], " ", 9*icovs[2,2,0], " ", 2000*icovs[1,1,11]
% => 1 1 1 1
