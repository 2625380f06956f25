% Powers, and what an import of the library changes of the functions that are built in: nothing.
import "linalg.q"
A = [[1.0,2,3],[4,5,6],[7,8,10]]
function y = far(A : cmat, B : cmat)
    y = max(abs(A - B))/max(abs(B))
end
print far(mpower(A, 3), A*A*A) < 1e-6, far(mpower(A, -2)*A*A, eye(3)) < 1e-3, mpower(A, 0)
% => 11[[1,0,0],
% =>  [0,1,0],
% =>  [0,0,1]]
% One implementation: what ^ gives. Ints are scalars here; complex matrices stay complex.
print max(abs(mpower([[1,1],[0,1]], 5) - [[1,1],[0,1]]^5)), mpower([[0,1i],[1i,0]], 2), mpower([[2]], -1)
% => 0[[-1+0i,0+0i],
% =>  [0+0i,-1+0i]][0.5]
try
    print mpower([[1,2],[2,4]], -1)
catch ex
    print ex
end
% => inv: the matrix is singular: pivot 1, counted from 0, is 0
try
    print mpower(ones(2,3), 2)
catch ex
    print ex
end
% => matrix power: an array of size 2x3 is not a square matrix; use .^ for the power of each element
% Built in, also with the import: a row as right side gives a row, Cholesky's factor is the upper one, the rank has a tolerance.
print lsolve([[2,0],[0,4]], [2,8]), chol([[4,2],[2,5]]), trace(ones(2,3)), rank([[3,0],[0,0.5]], 1), size(lu(ones(3,2)))
% => [1,2][[2,1],
% =>  [0,2]]21[3,2]
