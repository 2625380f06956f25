%! features: F409
% The functions of a matrix: each against the equation that defines it.
function x = numbers(m : int, n : int, seed : int)
    x = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            x[i,j] = mod(7919*(i*n + j + seed) + 13, 1009)/504 - 1
        end
    end
end
worst = 0.0
for mn = {[1,1],[5,5],[7,3],[3,7],[30,30]}
    a = numbers(mn[0], mn[1], 0)
    [U, S, V] = svd(a)
    worst = max(worst, max(abs(U*S*transpose(V) - a))/blas_nrm2(a))
    s = diag(S)
    for i = 1..numel(s)-1
        assert(s[i] <= s[i-1] && s[i] >= 0)
    end
    [Q, R] = qr(a)
    worst = max(worst, max(abs(Q*R - a)))
    worst = max(worst, max(abs(transpose(Q)*Q - eye(min(mn[0], mn[1])))))
    [L, W, P] = lu(a)
    worst = max(worst, max(abs(L*W - P*a)))
    B = pinv(a)
    worst = max(worst, max(abs(a*B*a - a)))
end
print worst < 1e-5
% => 1
% The complex one: A = U S V^H.
c = complex(numbers(6, 4, 1), numbers(6, 4, 2))
[U, S, V] = svd(c)
print max(abs(U*complex(S)*herm_transpose(V) - c)) < 1e-5
% => 1
% Symmetric: A V = V diag(d), ascending; by hand [[2,1],[1,2]] has 1 and 3.
h = numbers(8, 8, 3)
h = h + transpose(h)
[V, d] = symeig(h)
print max(abs(h*V - V*diagm(d))) < 1e-4, max(abs(transpose(V)*V - eye(8))) < 1e-5
% => 11
[V, d] = symeig([[2,1],[1,2]])
print abs(d[0] - 1) < 1e-6, abs(d[1] - 3) < 1e-6, min(d) == d[0]
% => 111
% Any: A V = V diag(d) with complex numbers; a rotation by a right angle has i and -i.
a = complex(numbers(9, 9, 4))
[V, d] = eig(numbers(9, 9, 4))
D = czeros(9, 9)
for i = 0..8
    D[i,i] = d[i]
end
print max(abs(a*V - V*D)) < 1e-5
% => 1
[V, d] = eig([[0,-1],[1,0]])
print max(abs(d.*d + 1)) < 1e-6, abs(sum(d)) < 1e-6
% => 11
% Determinants by hand; of numbers that overflow a product the logarithm is still there.
print det([[1,2],[3,4]]), " ", det([[0,1],[1,0]]), " ", det([[1,2],[2,4]]), " ", det(zeros(0,0)), " ", det([[1i,0],[0,2]])
% => -2 -1 0 1 0+2i
print logdet(eye(3)), " ", abs(logdet(1e30*eye(4)) - 4*log(1e30)) < 1e-3, " ", isnan(logdet([[0,1],[1,0]])), " ", isinf(logdet(zeros(2,2)))
% => 0 1 1 1
print inv([[0,2],[4,0]])
% => [[0,0.25],
% =>  [0.5,0]]
% Systems: as many equations as unknowns; more, least squares (the mean of 1, 2 and 6); fewer, the shortest (x + y = 2).
print lsolve([[1,2],[3,4]], [5,11]), max(abs(lsolve(ones(3,1), transpose([1,2,6])) - 3)) < 1e-5, max(abs(lsolve(ones(1,2), 2) - transpose([1,1]))) < 1e-5
% => [1,2]11
print abs(cond([[3,0],[0,4]]) - 4/3) < 1e-6, rank([[1,2],[2,4]]), rank(eye(4)), rank(zeros(3,2)), trace([[1,2],[3,4]])
% => 11405
print kron([[1,2],[3,4]], [[0,1],[1,0]])
% => [[0,1,0,2],
% =>  [1,0,2,0],
% =>  [0,3,0,4],
% =>  [3,0,4,0]]
