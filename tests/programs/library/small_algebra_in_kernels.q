% The functions of linear algebra in kernels and device functions, for matrices of the sizes that linalg.q has.
import "linalg.q"
function s : vec2 = __device__ values(p : scalar)
    [U, S, V] = svd([[3.0,0.0],[4.0,p]])
    s = diag(S)
end
function [] = __kernel__ each(y : mat, pos : int)
    m = [[2.0,1.0],[1.0,2.0+pos]]
    n = [[2.0,0.0,0.0],[0.0,4.0,0.0],[1.0,0.0,5.0]]
    y[pos,0] = det(m)
    y[pos,1] = det(n)
    x = lsolve(m, [3.0, 3.0+pos])
    y[pos,2..3] = x
    [V, d] = symeig([[2.0,1.0],[1.0,2.0]])
    y[pos,4..5] = d
    y[pos,6] = inv(n)[2,0]
    y[pos,7..8] = values(5)
end
% By hand: |2 1; 1 2+k| = 3+2k, |n| = 40, m [1;1] = [3; 3+k], eigenvalues 2-1 and 2+1, the inverse has -1/(2*5) at [2,0]. The matrix
% [3 0; 4 5] has S with S0*S1 = 15 and S0^2 + S1^2 = 50: sqrt(45) and sqrt(5).
y = zeros(2,9)
parallel_do(2, y, each)
want = [[3.0,40.0,1.0,1.0,1.0,3.0,-0.1,6.7082039,2.2360680],[5.0,40.0,1.0,1.0,1.0,3.0,-0.1,6.7082039,2.2360680]]
print max(abs(y - want)) < 1e-5
% => 1
% On the host a device function has the same.
print max(abs(values(5) - [6.7082039,2.2360680])) < 1e-5
% => 1
