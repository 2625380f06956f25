%! features: F409
% The eigenvalues of 5x5 matrices in a kernel, whole or only of their first rows and columns.
import "linalg.q"
function [] = __kernel__ decompose(A : cube, n : vec[int], D : mat, back : cube, rounds : vec[int], pos : int)
    d = zeros(5)
    V = zeros(5,5)
    rounds[pos] = jacobi(A[0..4,0..4,pos], n[pos], d, V)
    D[pos,0..4] = d
    back[0..4,0..4,pos] = V*diagm(d)*transpose(V)
end
seed(2)
count = 40
A = randn(5,5,count)
n = vec[int](count)
for k = 0..count-1
    A[:,:,k] = A[:,:,k] + transpose(squeeze(A[:,:,k]))
    n[k] = 1 + mod(k, 5)
end
[D, back, rounds] = {zeros(count,5), zeros(5,5,count), vec[int](count)}
parallel_do(count, A, n, D, back, rounds, decompose)
worst = 0.0
for k = 0..count-1
    m = n[k]
    a = squeeze(A[0..m-1,0..m-1,k])
    b = zeros(5,5)
    b[0..m-1,0..m-1] = a
    [V, d] = symeig(reshape(a, [m,m]))
    worst = max(worst, max(abs(D[k,0..m-1] - d)))
    worst = max(worst, max(abs(squeeze(back[:,:,k]) - b)))
    for i = m..4
        assert(D[k,i] == 0)
    end
end
print worst < 1e-5, min(rounds) >= 1, max(rounds) < 12
% => 111
% A diagonal needs one round to be found as such; the order is ascending.
d = [0.0,0,0]
V = ones(3,3)
print jacobi([[3,0,0],[0,1,0],[0,0,2]], 3, d, V), d, max(abs(V*transpose(V) - eye(3)))
% => 1[1,2,3]0
