% Module: linalg
% Linear algebra beside what is built into qc (svd, qr, lu, chol, symeig, eig, inv, det, lsolve and their like, which programs have without
% an import): powers with negative exponents, and functions of small real matrices for kernels and device functions.
%
% The small ones keep everything in registers and reserve no memory; they compute in the precision of the program. What a matrix
% does not allow is no error in a kernel: the results are not finite numbers then.
{!doc category="Mathematics"}

% Function: mpower
% The power of a square matrix to an int: A^n, where a negative n multiplies the inverse; 0 gives the identity.
% > mpower([[1,1],[0,1]], 5) == [[1,5],[0,1]]
% > mpower([[2,0],[0,4]], -2) == [[0.25,0],[0,0.0625]]
function B = mpower(A, n : int)
    base = 1.0*A
    if n < 0
        B = inv(base)^(-n)
    else
        B = base^n
    end
end

% Section: Singular values

% Function: svd2x2
% Singular value decomposition A = U*S*transpose(V) of a 2×2 matrix by Jacobi rotations, which find small singular values as precisely
% as large ones.
%
% Returns U and V with orthonormal columns and the diagonal matrix S of the singular values, in descending order. None is negative:
% where the determinant is, U or V has a reflection.
% > [U,S,V] = svd2x2([[3,0],[0,-5]]); S == [[5,0],[0,3]]
function [U : mat2x2, S : mat2x2, V : mat2x2] = __device__ svd2x2(A : mat2x2)
    [U, S, V] = linalg_singular(A)
end

% Function: svd3x3
% The same of a 3×3 matrix.
% > [U,S,V] = svd3x3([[0,2,0],[0,0,1],[3,0,0]]); S == [[3,0,0],[0,2,0],[0,0,1]]
function [U : mat3x3, S : mat3x3, V : mat3x3] = __device__ svd3x3(A : mat3x3)
    [U, S, V] = linalg_singular(A)
end

% Function: svd4x4
% The same of a 4×4 matrix.
% > [U,S,V] = svd4x4(2*eye(4)); S == 2*eye(4)
function [U : mat4x4, S : mat4x4, V : mat4x4] = __device__ svd4x4(A : mat4x4)
    [U, S, V] = linalg_singular(A)
end

% Section: Eigenvalues of symmetric matrices

% Function: symeig2x2
% Eigenvalues and eigenvectors of a symmetric 2×2 matrix, of which the lower triangle is read, by Jacobi rotations.
%
% Returns the eigenvectors as columns of V and the eigenvalues in d, in ascending order: A*V = V*diagm(d).
% > [V,d] = symeig2x2([[2,1],[1,2]]); max(abs(d - [1,3])) < 1e-6
function [V : mat2x2, d : vec2] = __device__ symeig2x2(A : mat2x2)
    [V, d, unused] = linalg_symmetric(A, 2)
end

% Function: symeig3x3
% The same of a 3×3 matrix.
% > [V,d] = symeig3x3([[5,0,0],[0,2,1],[0,1,2]]); max(abs(d - [1,3,5])) < 2e-6
function [V : mat3x3, d : vec3] = __device__ symeig3x3(A : mat3x3)
    [V, d, unused] = linalg_symmetric(A, 3)
end

% Function: symeig4x4
% The same of a 4×4 matrix.
% > [V,d] = symeig4x4(ones(4,4)); max(abs(d - [0,0,0,4])) < 2e-6
function [V : mat4x4, d : vec4] = __device__ symeig4x4(A : mat4x4)
    [V, d, unused] = linalg_symmetric(A, 4)
end

% Function: jacobi
% Eigenvalues and eigenvectors of a symmetric matrix of any known size, of which the lower triangle is read.
%
% Parameters:
% A - the matrix
% n - how many rows and columns of A count: all of them, or the first n
% D - takes the eigenvalues, in ascending order
% V - takes the eigenvectors, as columns
%
% Returns the number of rounds over all pairs of rows that it took. Elements of D and V behind the first n become those of a diagonal of
% zeros.
% > D = [0.0,0]; V = zeros(2,2); rounds = jacobi([[2,1],[1,2]], 2, D, V); max(abs(D - [1,3])) < 1e-6
function rounds = __device__ jacobi[N](A : mat(N,N), n : int, D : vec(N), V : mat(N,N))
    [vectors, values, rounds] = linalg_symmetric(A, n)
    for i = 0..N-1
        D[i] = values[i]
        for j = 0..N-1
            V[i,j] = vectors[i,j]
        end
    end
end

% Section: Inverses, determinants, systems of equations

% Function: inv2x2
% The inverse of a 2×2 matrix, by elimination with exchanged rows. Elements of the inverse of a singular matrix are not finite.
% > inv2x2([[0,2],[4,0]]) == [[0,0.25],[0.5,0]]
function B = __device__ inv2x2(A : mat2x2)
    B = linalg_solution(A, eye(2))
end

% Function: inv3x3
% The same of a 3×3 matrix.
% > inv3x3([[0,2,0],[4,0,0],[0,0,1]]) == [[0,0.25,0],[0.5,0,0],[0,0,1]]
function B = __device__ inv3x3(A : mat3x3)
    B = linalg_solution(A, eye(3))
end

% Function: inv4x4
% The same of a 4×4 matrix.
% > inv4x4(4*eye(4)) == 0.25*eye(4)
function B = __device__ inv4x4(A : mat4x4)
    B = linalg_solution(A, eye(4))
end

% Function: det2x2
% The determinant of a 2×2 matrix, by its definition.
% > det2x2([[1,2],[3,4]]) == -2
function d = __device__ det2x2(A : mat2x2)
    d = A[0,0]*A[1,1] - A[0,1]*A[1,0]
end

% Function: det3x3
% The same of a 3×3 matrix.
% > det3x3([[1,2,3],[4,5,6],[7,8,10]]) == -3
function d = __device__ det3x3(A : mat3x3)
    d = A[0,0]*linalg_minor(A, 1, 2, 1, 2) - A[0,1]*linalg_minor(A, 1, 2, 0, 2) + A[0,2]*linalg_minor(A, 1, 2, 0, 1)
end

% Function: det4x4
% The same of a 4×4 matrix.
% > det4x4([[0,1,0,0],[1,0,0,0],[0,0,2,0],[0,0,0,3]]) == -6
function d = __device__ det4x4(A : mat4x4)
    d = linalg_minor(A, 0, 1, 0, 1)*linalg_minor(A, 2, 3, 2, 3)
    d -= linalg_minor(A, 0, 1, 0, 2)*linalg_minor(A, 2, 3, 1, 3)
    d += linalg_minor(A, 0, 1, 0, 3)*linalg_minor(A, 2, 3, 1, 2)
    d += linalg_minor(A, 0, 1, 1, 2)*linalg_minor(A, 2, 3, 0, 3)
    d -= linalg_minor(A, 0, 1, 1, 3)*linalg_minor(A, 2, 3, 0, 2)
    d += linalg_minor(A, 0, 1, 2, 3)*linalg_minor(A, 2, 3, 0, 1)
end

% Function: lsolve2x2
% The x of A*x = y for a 2×2 matrix, by elimination with exchanged rows. Elements of x are not finite where A is singular.
% > lsolve2x2([[1,2],[3,4]], [5,11]) == [1,2]
function x = __device__ lsolve2x2(A : mat2x2, y : vec2)
    x = linalg_side(A, y)
end

% Function: lsolve3x3
% The same for a 3×3 matrix.
% > lsolve3x3([[0,2,0],[4,0,0],[0,0,1]], [2,8,3]) == [2,1,3]
function x = __device__ lsolve3x3(A : mat3x3, y : vec3)
    x = linalg_side(A, y)
end

% Function: lsolve4x4
% The same for a 4×4 matrix.
% > lsolve4x4(2*eye(4), [2,4,6,8]) == [1,2,3,4]
function x = __device__ lsolve4x4(A : mat4x4, y : vec4)
    x = linalg_side(A, y)
end

% What follows serves the functions above.

% The largest magnitude of a matrix, 1 where that is 0: divided by it squares neither overflow nor vanish. Not a number if one element is none or
% infinite, so that no result looks like one.
function y = __device__ linalg_scale[N](A : mat(N,N))
    y = 0.0
    nothing = 0.0
    for i = 0..N-1
        for j = 0..N-1
            y = max(y, abs(A[i,j]))
            nothing += A[i,j] - A[i,j]
        end
    end
    y = (y > 0 ? y : 1.0) + nothing
end

% The tangent of the smaller angle that a rotation needs, from the cotangent of the double angle.
function t = __device__ linalg_tangent(cotangent : scalar)
    size = abs(cotangent)
    % Beyond the square root of what the numbers hold a square overflows, and the one below it does not count.
    t = size > 1e15 ? 0.5/size : 1/(size + sqrt(1 + size^2))
    t = cotangent < 0 ? -t : t
end

% Columns p and q become c p - s q and s p + c q.
function [] = __device__ linalg_turn[N](W : mat(N,N), p : int, q : int, c : scalar, s : scalar)
    for i = 0..N-1
        a = W[i,p]
        b = W[i,q]
        W[i,p] = c*a - s*b
        W[i,q] = s*a + c*b
    end
end

% The eigenvectors, eigenvalues and rounds of the first n rows and columns of a symmetric matrix.
function [V : mat(N,N), d : vec(N), rounds : int] = __device__ linalg_symmetric[N](A : mat(N,N), n : int)
    B = zeros(N,N)
    V = zeros(N,N)
    d = zeros(N)
    for i = 0..N-1
        V[i,i] = 1.0
        for j = 0..N-1
            if i < n && j < n
                B[i,j] = i < j ? A[j,i] : A[i,j]
            end
        end
    end
    scale = linalg_scale(B)
    total = 0.0
    for i = 0..N-1
        for j = 0..N-1
            B[i,j] = B[i,j]/scale
            total += B[i,j]^2
        end
    end
    limit = 0.5*eps*sqrt(total)/N
    rounds = 0
    turned = 1
    while turned > 0 && rounds < 30
        turned = linalg_round(B, V, limit)
        rounds += 1
    end
    for i = 0..N-1
        d[i] = B[i,i]*scale
    end
    linalg_ascending(d, V, n)
end

% Rotates rows and columns of the symmetric matrix B so that one element after the other becomes 0, and the columns of V alike.
% Gives how many elements were above the limit.
function turned = __device__ linalg_round[N](B : mat(N,N), V : mat(N,N), limit : scalar)
    turned = 0
    for p = 0..N-2
        for q = p+1..N-1
            if abs(B[p,q]) > limit
                turned += 1
                t = linalg_tangent((B[q,q] - B[p,p])/(2*B[p,q]))
                c = 1/sqrt(1 + t*t)
                s = c*t
                first = B[p,p] - t*B[p,q]
                second = B[q,q] + t*B[p,q]
                for i = 0..N-1
                    a = B[i,p]
                    b = B[i,q]
                    B[i,p] = c*a - s*b
                    B[i,q] = s*a + c*b
                    B[p,i] = B[i,p]
                    B[q,i] = B[i,q]
                end
                B[p,p] = first
                B[q,q] = second
                B[p,q] = 0.0
                B[q,p] = 0.0
                linalg_turn(V, p, q, c, s)
            end
        end
    end
end

% Exchanges the first n values, and the columns of V with them, until they ascend.
function [] = __device__ linalg_ascending[N](d : vec(N), V : mat(N,N), n : int)
    for p = 0..N-2
        for q = p+1..N-1
            if q < n && d[q] < d[p]
                kept = d[p]
                d[p] = d[q]
                d[q] = kept
                % A quarter of a turn exchanges two columns and changes the sign of one.
                linalg_turn(V, p, q, 0.0, 1.0)
            end
        end
    end
end

% The singular value decomposition of a square matrix, by rotations of pairs of columns.
function [U : mat(N,N), S : mat(N,N), V : mat(N,N)] = __device__ linalg_singular[N](A : mat(N,N))
    scale = linalg_scale(A)
    U = zeros(N,N)
    V = zeros(N,N)
    S = zeros(N,N)
    for i = 0..N-1
        for j = 0..N-1
            U[i,j] = A[i,j]/scale
            V[i,j] = i == j
        end
    end
    rounds = 0
    turned = 1
    while turned > 0 && rounds < 30
        turned = linalg_columns_round(U, V)
        rounds += 1
    end
    lengths = linalg_unit_columns(U, V)
    for i = 0..N-1
        S[i,i] = lengths[i]*scale
    end
end

% The product of columns p and q.
function y = __device__ linalg_along[N](W : mat(N,N), p : int, q : int)
    y = 0.0
    for i = 0..N-1
        y += W[i,p]*W[i,q]
    end
end

% Rotates each pair of columns of W so that they are orthogonal, and the columns of V alike. Gives how many pairs were not.
function turned = __device__ linalg_columns_round[N](W : mat(N,N), V : mat(N,N))
    turned = 0
    for p = 0..N-2
        for q = p+1..N-1
            a = linalg_along(W, p, p)
            b = linalg_along(W, q, q)
            g = linalg_along(W, p, q)
            if abs(g) > 2*eps*sqrt(a)*sqrt(b)
                turned += 1
                t = linalg_tangent((b - a)/(2*g))
                c = 1/sqrt(1 + t*t)
                linalg_turn(W, p, q, c, c*t)
                linalg_turn(V, p, q, c, c*t)
            end
        end
    end
end

% Puts the longest of orthogonal columns first, and the columns of V alike, and makes them unit vectors. Those that are nothing but rounding
% become orthogonal to the ones before. Gives the lengths.
function lengths : vec(N) = __device__ linalg_unit_columns[N](W : mat(N,N), V : mat(N,N))
    lengths = zeros(N)
    for p = 0..N-1
        lengths[p] = sqrt(linalg_along(W, p, p))
    end
    for p = 0..N-2
        for q = p+1..N-1
            if lengths[q] > lengths[p]
                kept = lengths[p]
                lengths[p] = lengths[q]
                lengths[q] = kept
                linalg_turn(W, p, q, 0.0, 1.0)
                linalg_turn(V, p, q, 0.0, 1.0)
            end
        end
    end
    for p = 0..N-1
        linalg_unit_column(W, p, lengths[p])
    end
end

% Divides a column by its length; one of length 0 becomes orthogonal to those before it.
function [] = __device__ linalg_unit_column[N](W : mat(N,N), c : int, length : scalar)
    if length == 0
        % Of all unit vectors the one that is the least in the sum of the columns before it.
        axis = 0
        least = 2.0
        for i = 0..N-1
            inside = 0.0
            for k = 0..N-1
                inside += k < c ? W[i,k]^2 : 0.0
            end
            axis = inside < least ? i : axis
            least = min(least, inside)
        end
        for i = 0..N-1
            W[i,c] = i == axis
        end
        % Twice, since what the first time leaves is not orthogonal to the last digit.
        linalg_remove(W, c)
        linalg_remove(W, c)
        length = sqrt(linalg_along(W, c, c))
    end
    for i = 0..N-1
        W[i,c] = W[i,c]/length
    end
end

% Takes from column c what lies in the orthonormal columns before it.
function [] = __device__ linalg_remove[N](W : mat(N,N), c : int)
    for k = 0..N-1
        if k < c
            along = linalg_along(W, k, c)
            for i = 0..N-1
                W[i,c] -= along*W[i,k]
            end
        end
    end
end

% The determinant of rows r and s and columns p and q.
function d = __device__ linalg_minor[N](A : mat(N,N), r : int, s : int, p : int, q : int)
    d = A[r,p]*A[s,q] - A[r,q]*A[s,p]
end

% The solution for one right side.
function x : vec(N) = __device__ linalg_side[N](A : mat(N,N), y : vec(N))
    B = zeros(N,1)
    for i = 0..N-1
        B[i,0] = y[i]
    end
    X = linalg_solution(A, B)
    x = zeros(N)
    for i = 0..N-1
        x[i] = X[i,0]
    end
end

% The X of A*X = B, by elimination with exchanged rows.
function X : mat(N,K) = __device__ linalg_solution[N,K](A : mat(N,N), B : mat(N,K))
    W = zeros(N,N)
    X = zeros(N,K)
    for i = 0..N-1
        for j = 0..N-1
            W[i,j] = A[i,j]
        end
        for j = 0..K-1
            X[i,j] = B[i,j]
        end
    end
    for c = 0..N-1
        for i = c+1..N-1
            if abs(W[i,c]) > abs(W[c,c])
                linalg_exchange(W, c, i)
                linalg_exchange(X, c, i)
            end
        end
        for i = c+1..N-1
            factor = W[i,c]/W[c,c]
            for j = c+1..N-1
                W[i,j] -= factor*W[c,j]
            end
            for j = 0..K-1
                X[i,j] -= factor*X[c,j]
            end
        end
    end
    for i = N-1..-1..0
        for j = 0..K-1
            for k = i+1..N-1
                X[i,j] -= W[i,k]*X[k,j]
            end
            X[i,j] = X[i,j]/W[i,i]
        end
    end
end

% Exchanges rows p and q.
function [] = __device__ linalg_exchange[N,K](W : mat(N,K), p : int, q : int)
    for j = 0..K-1
        kept = W[p,j]
        W[p,j] = W[q,j]
        W[q,j] = kept
    end
end
