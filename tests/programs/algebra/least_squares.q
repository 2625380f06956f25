% Least squares of exact data whose columns differ in size by more than single precision tells apart: what numpy.linalg.lstsq gives
% for the same single-precision numbers in double precision, computed by NumPy 2:
%   k = np.arange(1000, dtype=np.float32); A = np.stack([np.ones_like(k), k, k*k], 1)
%   y = 2 + np.float32(0.5)*k - np.float32(0.01)*(k*k)
%   np.linalg.lstsq(A.astype(float), y.astype(float), rcond=None)[0]   # 1.99999676 0.50000002 -0.01
n = 1000
A = zeros(n, 3)
y = zeros(n, 1)
for k = 0..n-1
    A[k,0] = 1
    A[k,1] = k
    A[k,2] = k^2
    y[k,0] = 2 + 0.5*k - 0.01*k^2
end
function [] = close(name : string, x : mat, expected : vec)
    worst = 0.0
    for i = 0..numel(expected)-1
        worst = max(worst, abs(x[i,0]/expected[i] - 1))
    end
    print name, " ", worst < 2e-6 ? "ok" : num2str(worst)
end
close("parabola", lsolve(A, y), [1.99999676, 0.50000002, -0.01])
% => parabola ok
% A line through exact data far from the origin: y = 3 + 2 (x - 100000) = -199997 + 2 x.
B = ones(n, 2)
z = zeros(n, 1)
for k = 0..n-1
    B[k,1] = 100000 + k
    z[k,0] = 3 + 2*k
end
close("line", lsolve(B, z), [-199997, 2])
% => line ok
% Two right sides, and fewer equations than unknowns: the shortest solution of x + 1000y = 1000001 is (1, 1000), of its double twice that.
x = lsolve([[1,1000]], [[1000001,2000002]])
close("wide", x, [1, 1000])
% => wide ok
print round(x[0,1]), " ", round(x[1,1])
% => 2 2000
% Complex: the columns 1 and 1e6i k; the data are (1+2i) + (3-1i) 1e6i k.
C = complex(zeros(4, 2))
w = complex(zeros(4, 1))
for k = 0..3
    C[k,0] = 1
    C[k,1] = 1e6i*k
    w[k,0] = (1+2i) + (3-1i)*(1e6i*k)
end
v = lsolve(C, w)
print abs(v[0,0] - (1+2i)) < 1e-5, abs(v[1,0] - (3-1i)) < 1e-5
% => 11

% Where the rank is short no solution is the only one, which is said.
function [] = refused(a : mat, b : mat)
    try
        print lsolve(a, b)
    catch ex
        print ex
    end
end
refused([[1,2],[2,4],[3,6]], [[1],[2],[4]])
% => lsolve: a matrix of size 3x2 has rank 1 instead of 2, so that no solution is the only one; pinv(A)*y is the shortest
refused([[1,2,3],[2,4,6]], [[1],[2]])
% => lsolve: a matrix of size 2x3 has rank 1 instead of 2, so that no solution is the only one; pinv(A)*y is the shortest
% A singular matrix (the last row is the first and twice the second) whose last pivot is not 0 but -1.8e-15, or -8.9e-15, in double precision.
refused([[6,7,1],[7,4,5],[20,15,11]], [[1],[2],[4]])
refused([[2,2,7],[4,5,5],[10,12,17]], [[1],[2],[4]])
% => lsolve: the matrix is singular as far as double precision tells: pivot 2, counted from 0, is rounding alone; pinv(A)*y is the shortest solution of least squares
% => lsolve: the matrix is singular as far as double precision tells: pivot 2, counted from 0, is rounding alone; pinv(A)*y is the shortest solution of least squares
% Rows and columns of very different sizes are no lack of rank: x = (2, 3e-20).
u = lsolve([[1,1e20],[0,1]], [[5],[3e-20]])
print abs(u[0,0] - 2) < 1e-5, abs(u[1,0]*1e20 - 3) < 1e-5
% => 11
% The rank counts as NumPy's matrix_rank does, by the precision of the elements: np.linalg.matrix_rank(A) is 2 of A in single precision.
print rank(A), rank(A, 1)
% => 23
