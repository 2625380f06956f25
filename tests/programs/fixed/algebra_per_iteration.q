%! tolerance: 1e-4
% Eigenvalues and eigenvectors of a symmetric 3x3 matrix per iteration, by Jacobi rotations, without memory.
function sweeps = __device__ jacobi(A : mat(3,3), n : int, D : vec(3), V : mat(3,3))
    B = zeros(3,3)
    for i = 0..n-1
        for j = 0..n-1
            B[i,j] = A[i,j]
            V[i,j] = i == j
        end
    end
    sweeps = 0
    for sweep = 0..9
        for p = 0..1
            for q = p+1..2
                if abs(B[p,q]) > 1e-9
                    theta = 0.5*atan2(2*B[p,q], B[q,q]-B[p,p])
                    c = cos(theta)
                    s = sin(theta)
                    for k = 0..2
                        x = B[k,p]
                        z = B[k,q]
                        B[k,p] = c*x - s*z
                        B[k,q] = s*x + c*z
                    end
                    for k = 0..2
                        x = B[p,k]
                        z = B[q,k]
                        B[p,k] = c*x - s*z
                        B[q,k] = s*x + c*z
                    end
                    for k = 0..2
                        x = V[k,p]
                        z = V[k,q]
                        V[k,p] = c*x - s*z
                        V[k,q] = s*x + c*z
                    end
                end
            end
        end
        sweeps += 1
    end
    for i = 0..2
        D[i] = B[i,i]
    end
end
covs = zeros(3,3,50)
icovs = zeros(3,3,50)
for i = 0..49
    covs[0,0,i] = 2
    covs[1,1,i] = 2
    covs[0,1,i] = 1
    covs[1,0,i] = 1
    covs[2,2,i] = 4 + i
end
{!parallel for}
for i=0..size(covs,2)-1
    D = vec(3)
    V = zeros(3,3)
    unused = jacobi(covs[0..2,0..2,i], 3, D, V)

    % Avoids matrices near singularities
    mineig : scalar = 0.5 * D[2]
    D[0] = D[0] < mineig ? mineig : D[0]
    D[1] = D[1] < mineig ? mineig : D[1]

    covs[0..2,0..2,i] = V * diagm(D) * transpose(V)

    for j=0..2
        D[j] = 1.0/D[j]
    endfor

    icovs[0..2,0..2,i] = V * diagm(D) * transpose(V)
endfor
% The eigenvalues 1, 3 and 4 + i; those below (4 + i)/2 are lifted to it. With i = 0: 2, 3 and 4 along
% (1,-1), (1,1) and the third axis: [[2.5,0.5],[0.5,2.5]].
print covs[:,:,0]
% => [[2.5,0.5,0],
% =>  [0.5,2.5,0],
% =>  [0,0,4]]
% With i = 6: 5, 5 and 10.
print covs[:,:,6]
% => [[5,0,0],
% =>  [0,5,0],
% =>  [0,0,10]]
% The inverse of the first.
print covs[:,:,0] * icovs[:,:,0]
% => [[1,0,0],
% =>  [0,1,0],
% =>  [0,0,1]]
