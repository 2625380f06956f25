%! features: F408
% Identities, diagonals and transposes by their definitions, of fixed sizes in a device function: from host code, and in a kernel, which
% has no memory to reserve.
function wrong = __device__ mistakes(A : mat(2,3), c : cmat(2,3))
    wrong = 0
    E = eye(3)
    L = ones(2,3)
    T = transpose(A)
    H = herm_transpose(c)
    G = herm_transpose(A)
    D = diagm([A[0,0],A[0,1],A[0,2]])
    for i = 0..2
        for j = 0..2
            wrong += E[i,j] != (i == j)
            wrong += D[i,j] != (i == j ? A[0,i] : 0.0)
        end
        for j = 0..1
            wrong += L[j,i] != 1
            wrong += T[i,j] != A[j,i]
            wrong += G[i,j] != A[j,i]
            wrong += real(H[i,j]) != real(c[j,i])
            wrong += imag(H[i,j]) != -imag(c[j,i])
            wrong += real(transpose(c)[i,j]) != real(c[j,i])
            wrong += imag(transpose(c)[i,j]) != imag(c[j,i])
        end
    end
    d = diag(D)
    e = diag(A*T)
    for i = 0..2
        wrong += d[i] != A[0,i]
    end
    for i = 0..1
        wrong += e[i] != A[i,0]^2 + A[i,1]^2 + A[i,2]^2
    end
    % What is not symmetric is not its own transpose: the tests above can fail.
    wrong += T[1,0] == A[1,0]
end
A = [[1.0,2,3],[4,5,6]]
c = complex(A, [[0.0,-1,2],[3,1,1]])
print mistakes(A, c)
% => 0
function [] = __kernel__ check(A : mat(2,3), c : cmat(2,3), y : vec[int], pos : int)
    y[pos] = mistakes(A*(pos + 1), c*(pos + 1))
end
y = vec[int](9)
y[:] = 1
parallel_do(9, A, c, y, check)
print sum(y)
% => 0
%! omits: spmd new_array
%! hides: kernels memory
