%! features: F409
% Eigenvalues of many small matrices by a device function of the program, compared with the library's.
import "linalg.q"
function [] = __device__ jacobi(A : mat3x3, sweeps : int, D : vec3, V : mat3x3)
    B : mat3x3 = A
    for i = 0..2
        for j = 0..2
            V[i,j] = i == j ? 1.0 : 0.0
        end
    end
    for sweep = 1..sweeps
        for p = 0..1
            for q = p+1..2
                if abs(B[p,q]) > 1e-9
                    cotangent = (B[q,q] - B[p,p])/(2*B[p,q])
                    t = 1/(abs(cotangent) + sqrt(1 + cotangent^2))
                    t = cotangent < 0 ? -t : t
                    c = 1/sqrt(1 + t^2)
                    s = c*t
                    for k = 0..2
                        x = B[p,k]
                        y = B[q,k]
                        B[p,k] = c*x - s*y
                        B[q,k] = s*x + c*y
                    end
                    for k = 0..2
                        x = B[k,p]
                        y = B[k,q]
                        B[k,p] = c*x - s*y
                        B[k,q] = s*x + c*y
                        x = V[k,p]
                        y = V[k,q]
                        V[k,p] = c*x - s*y
                        V[k,q] = s*x + c*y
                    end
                end
            end
        end
    end
    for i = 0..2
        D[i] = B[i,i]
    end
end
function [] = __kernel__ decompose(matrices : cube, values : mat, back : cube, pos : int)
    A : mat3x3 = matrices[0..2,0..2,pos]
    D = [0.0,0.0,0.0]
    V : mat3x3 = zeros(3,3)
    jacobi(A, 8, D, V)
    values[pos,0..2] = D
    back[0..2,0..2,pos] = V*diagm(D)*transpose(V)
end
seed(9)
n = 50
matrices = zeros(3,3,n)
for k = 0..n-1
    r = randn(3,3)
    matrices[:,:,k] = r + transpose(r)
end
values = zeros(n,3)
back = zeros(3,3,n)
parallel_do(n, matrices, values, back, decompose)
print max(abs(back - matrices)) < 0.0001
% => 1
worst = 0.0
for k = 0..n-1
    [V, d] = symeig(matrices[:,:,k])
    worst = max(worst, abs(sum(values[k,:]) - sum(d)))
    worst = max(worst, abs(max(values[k,:]) - d[2]))
    worst = max(worst, abs(min(values[k,:]) - d[0]))
end
print worst < 0.0001
% => 1
% The library's singular values of one of them.
A = matrices[:,:,7]
[U, S, W] = svd(A)
print norm(U*S*transpose(W) - A) < 0.00001*norm(A), abs(sum(diag(S)) - sum(abs(values[7,:]))) < 0.0001
% => 11
