%! flags: --precision=double
% Numbers near the ends of their range, matrices without elements, with one, with what is not a number; real and complex.
function y = far(a : cmat, b : cmat)
    y = size(a,0) == size(b,0) && size(a,1) == size(b,1) ? max(abs(a - b)) : inf
end
function [] = scaled(scale : scalar)
    a = [[4.0,1,2],[1,5,3],[2,3,6]]
    c = complex(a, [[0.0,1,2],[-1,0,1],[-2,-1,0]])
    worst = 0.0
    for m = {complex(a), c}
        s = scale*m
        [U, S, V] = svd(s)
        worst = max(worst, far(U*complex(S/scale)*herm_transpose(V), m))
        [Q, R] = qr(s)
        worst = max(worst, far(Q*(R/scale), m))
        [L, W, P] = lu(s)
        worst = max(worst, far(L*(W/scale), complex(P)*m))
        [X, d] = symeig(s)
        worst = max(worst, far(m*X, X*complex(diagm(d/scale))))
        [Y, e] = eig(s)
        worst = max(worst, far(m*Y, Y*diagm(e/scale)))
        B = inv(s)
        worst = max(worst, far(m*(scale*B), complex(eye(3))))
        worst = max(worst, far(pinv(s)*scale, B*scale))
        x = lsolve(s, m)
        worst = max(worst, far(x*scale, complex(eye(3))))
        G = chol(s)/sqrt(scale)
        worst = max(worst, far(herm_transpose(G)*G, m))
        worst = max(worst, abs(logdet(s) - 3*log(scale) - logdet(m))/1000)
        worst = max(worst, abs(cond(s)/cond(m) - 1))
        assert(rank(s) == 3)
    end
    print worst < 1e-12 ? "ok" : num2str(worst)
end
scaled(1e-200)
% => ok
scaled(1.0)
% => ok
scaled(1e200)
% => ok
% No elements: the determinant is 1 and its logarithm 0, sums are 0.
z = zeros(0,0)
print det(z), logdet(z), trace(z), rank(z), rank(zeros(3,0)), numel(inv(z)), numel(chol(z)), numel(kron(z, [1,2]))
% => 10000000
print size(pinv(zeros(3,0)), 0..1), size(svd(zeros(0,4)), 0..1), size(qr(zeros(3,0)), 0..1), size(lu(zeros(0,2)), 0..1)
% => [0,3][0,0][3,0][0,0]
[V, d] = symeig(z)
[W, e] = eig(z)
print numel(V), numel(d), numel(W), numel(e)
% => 0000
% One element, also as a number.
[U, S, V] = svd(-3)
print U[0,0]*S[0,0]*V[0,0], S[0,0], det(-3), inv(-4), pinv(-4), chol(9), cond(-7), rank(-7), trace(-7), kron(2, 3), lsolve(2, 5)
% => -33-3[-0.25][-0.25][3]11-7[6][2.5]
[V, d] = symeig(-3)
[W, e] = eig(2i)
print abs(V[0,0]), d[0], abs(W[0,0]), " ", e[0]
% => 1-31 0+2i
% What is not a number is in the results, wherever it is; the singular values of a matrix of zeros have no ratio that is a number of use.
for i = 0..1
    for j = 0..1
        a = [[1.0,2],[3,4]]
        a[i,j] = nan
        print isnan(det(a)), isnan(logdet(a)), max(isnan(inv(a))), max(isnan(lsolve(a, [1,2]))), max(isnan(kron(a, a)))
    end
end
% => 11111
% => 11111
% => 11111
% => 11111
b = [[0.0,1],[nan,2]]
print isnan(det(b)), max(isnan(inv(b))), isnan(trace(b)), isinf(cond(zeros(2,2))), isinf(cond([[1,0],[0,0]]))
% => 11011
