function [Q, R] = gram_schmidt(A : mat)
    [m, n] = size(A)
    Q = zeros(m, n); R = zeros(n, n)
    for j = 0..n-1
        v = A[:, j]
        for i = 0..j-1
            R[i,j] = dotprod(Q[:,i], A[:,j])
            v -= R[i,j] * Q[:,i]
        end
        R[j,j] = norm(v)
        Q[:,j] = v / R[j,j]
    end
end

function B = jacobi[N](A : mat(N,N), sweeps : int = 10)
    B = copy(A)
    for sweep = 1..sweeps
        for p = 0..N-2
            for q = p+1..N-1
                if abs(B[p,q]) > 1e-9
                    theta = (B[q,q] - B[p,p]) / (2*B[p,q])
                    t = sign(theta) / (abs(theta) + sqrt(theta^2 + 1))
                    c = 1/sqrt(t^2+1); s = t*c
                    G = eye(N)
                    G[p,p] = c; G[q,q] = c; G[p,q] = s; G[q,p] = -s
                    B = transpose(G)*B*G
                endif
            endfor
        endfor
    endfor
end
x = [[1,2,3],[4,5,6]] * transpose([[1,0,1],[0,1,0]])
residual = sum(abs(x - [[4,2],[10,5]]).^2)
