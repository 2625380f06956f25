%! features: F409
% Decompositions against their definitions, on matrices of several shapes, and of known ones against what is known of them.
function [] = small(name : string, error : scalar)
    print name, error < 0.0001 ? " ok" : " " + num2str(error)
end
function e = distance(A : mat, B : mat)
    e = sqrt(sum((A - B).^2))/(1 + sqrt(sum(A.^2)))
end
function [] = decompose(A : mat)
    [U, S, V] = svd(A)
    small("svd", distance(U*S*transpose(V), A))
    k = min(size(A,0), size(A,1))
    small("U", distance(transpose(U)*U, eye(k)))
    small("V", distance(transpose(V)*V, eye(k)))
    print size(U, 0..1), size(S, 0..1), size(V, 0..1)
    [Q, R] = qr(A)
    small("qr", distance(Q*R, A))
    small("Q", distance(transpose(Q)*Q, eye(k)))
    B = pinv(A)
    small("pinv", distance(A*B*A, A) + distance(B*A*B, B) + distance(transpose(A*B), A*B) + distance(transpose(B*A), B*A))
end
tall = [[1.0,2,3],[4,5,6],[7,8,10],[-1,0,2],[3,-3,1]]
decompose(tall)
% => svd ok
% => U ok
% => V ok
% => [5,3][3,3][3,3]
% => qr ok
% => Q ok
% => pinv ok
decompose(transpose(tall))
% => svd ok
% => U ok
% => V ok
% => [3,3][3,3][5,3]
% => qr ok
% => Q ok
% => pinv ok
% Of rank 1: two singular values are 0, U and V stay orthonormal.
decompose([[1.0,2,3],[2,4,6],[3,6,9]])
% => svd ok
% => U ok
% => V ok
% => [3,3][3,3][3,3]
% => qr ok
% => Q ok
% => pinv ok
print rank([[1.0,2,3],[2,4,6],[3,6,9]]), rank(tall), rank(zeros(2,3))
% => 130
% With a tolerance of one's own: of the singular values 3 and 0.5 both count, one, none; the pseudo-inverse has the inverse of those that count.
print rank([[3,0],[0,0.5]], 0.4), rank([[3,0],[0,0.5]], 0.5), rank([[3,0],[0,0.5]], 3), pinv([[2,0],[0,0.5]], 1)
% => 210[[0.5,0],
% =>  [0,0]]
% Singular values of [[3,0],[4,5]]: the product is 15, the sum of squares 50: sqrt(45) and sqrt(5).
[U, S, V] = svd([[3,0],[4,5]])
small("values", abs(S[0,0] - sqrt(45)) + abs(S[1,1] - sqrt(5)))
% => values ok
small("cond", abs(cond([[3,0],[4,5]]) - 3))
% => cond ok

% The second difference of n points has the eigenvalues 2 - 2 cos(pi k/(n+1)).
seed(5)
n = 20
T = zeros(n, n)
for i = 0..n-1
    T[i,i] = 2
    if i > 0
        T[i,i-1] = -1
        T[i-1,i] = -1
    end
end
[W, d] = symeig(T)
small("symeig", distance(T*W, W*diagm(d)) + distance(transpose(W)*W, eye(n)))
% => symeig ok
small("eigenvalues", max(abs(d - (2 - 2*cos(pi*(1..n)/(n+1))))))
% => eigenvalues ok
R = chol(T)
small("chol", distance(transpose(R)*R, T) + abs(R[5,2]))
% => chol ok
% The triangle above the diagonal is read, the one below is not. Of a Hermitian matrix: by hand, [[4,2i],[-2i,5]] = R^H R.
R = chol([[4,2i],[-2i,5]])
print chol([[4,2],[100,5]]), R[0,0] == 2, R[0,1] == 1i, R[1,1] == 2, chol(9), numel(chol(zeros(0,0)))
% => [[2,1],
% =>  [0,2]]111[3]0
n = 12
C = complex(randn(n,n), randn(n,n))
C = herm_transpose(C)*C + complex(eye(n))
R = chol(C)
small("complex chol", max(abs(herm_transpose(R)*R - C))/max(abs(C)) + abs(R[5,2]))
% => complex chol ok
% Its determinant is n + 1.
small("det", abs(det(T) - 21)/21 + abs(logdet(T) - log(21)))
% => det ok
small("inv", distance(T*inv(T), eye(20)))
% => inv ok
[L, X, P] = lu([[1.0,2,3],[4,5,6],[7,8,10]])
small("lu", distance(L*X, P*[[1.0,2,3],[4,5,6],[7,8,10]]) + abs(det([[1.0,2,3],[4,5,6],[7,8,10]]) + 3))
% => lu ok

% x = (1,-2,3) as one of two right sides; the other one is the double.
A = [[1.0,2,3],[4,5,6],[7,8,10]]
x = transpose([1.0,-2,3])
b = A*x
small("lsolve", distance(lsolve(A, horzcat(b, 2*b)), horzcat(x, 2*x)))
% => lsolve ok
% A line through (0,1), (1,3), (2,4), (3,4): normal equations give 1.5 + x.
line = lsolve([[1.0,0],[1,1],[1,2],[1,3]], [1,3,4,4])
small("least squares", abs(line[0] - 1.5) + abs(line[1] - 1))
% => least squares ok
% The shortest solution of x + 2y = 5 is (1,2).
short = lsolve([[1.0,2]], [[5.0]])
small("shortest", abs(short[0,0] - 1) + abs(short[1,0] - 2))
% => shortest ok
print trace(A), " ", kron([[1,2]], [[1],[3]])
% => 16 [[1,2],
% =>  [3,6]]
