% Module: linalg
% Linear algebra of real matrices. Results have the precision of the program: some 1e-6 of the largest number in single precision.
%
% norm, transpose, diag, diagm and eye are built into qc; A^n is the power of a square matrix.
{!doc category="Mathematics"}

% Function: svd
% Singular value decomposition A = U*S*transpose(V), by one-sided Jacobi rotations, which find small singular values as precisely as large ones.
%
% Parameters:
% A - a matrix of m rows and n columns; k is the smaller of both
%
% Returns U (m×k) and V (n×k) with orthonormal columns and the diagonal matrix S (k×k) of the singular values, in descending order.
% > [U,S,V] = svd([[3,0],[0,-5]]); S == [[5,0],[0,3]]
% | [U,S,V] = svd([[2,0],[1,1],[0,2]])
% | print U*S*transpose(V)
function [U : mat, S : mat, V : mat] = svd(A : mat)
    [m, n] = size(A, 0..1)
    wide = m < n
    % Rows are rotated in pairs until all are orthogonal to each other; R collects the rotations.
    if wide
        W = copy(A)
    else
        W = transpose(A)
    end
    k = size(W,0)
    R = eye(k)
    tolerance = linalg_epsilon()
    sweep = 0
    repeat
        rotated = jacobi_sweep(W, R, tolerance)
        sweep += 1
    until rotated == 0 || sweep == 60
    values = zeros(k)
    for i = 0..k-1
        values[i] = sqrt(row_product(W, i, i))
    end
    order = descending_order(values)
    S = zeros(k, k)
    P = zeros(size(W,1), k)
    Q = zeros(k, k)
    for c = 0..k-1
        r = order[c]
        S[c,c] = values[r]
        for i = 0..size(W,1)-1
            P[i,c] = W[r,i]
        end
        for i = 0..k-1
            Q[i,c] = R[r,i]
        end
    end
    normalise_columns(P, S[0,0]*tolerance)
    if wide
        U = Q
        V = P
    else
        U = P
        V = Q
    end
end

% Function: symeig
% Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi rotations. Only symmetric matrices are meant; of others the part
% above the diagonal is not looked at separately.
%
% Returns the eigenvectors as columns of V and the eigenvalues in d, in ascending order: A*V = V*diagm(d).
% > [V,d] = symeig([[2,1],[1,2]]); max(abs(d - [1,3])) < 1e-5
function [V : mat, d : vec] = symeig(A : mat)
    linalg_square("symeig", A)
    n = size(A,0)
    B = copy(A)
    R = eye(n)
    limit = linalg_epsilon()*norm(A)
    sweep = 0
    repeat
        rotated = symmetric_sweep(B, R, limit/(n + 1))
        sweep += 1
    until rotated == 0 || sweep == 60
    values = zeros(n)
    for i = 0..n-1
        values[i] = -B[i,i]
    end
    order = descending_order(values)
    V = zeros(n, n)
    d = zeros(n)
    for c = 0..n-1
        d[c] = B[order[c],order[c]]
        for i = 0..n-1
            V[i,c] = R[order[c],i]
        end
    end
end

% Function: eig
% Eigenvalues and eigenvectors of any square matrix, by the QR algorithm with shifts.
%
% Returns complex eigenvectors of length 1 as columns of V and complex eigenvalues in d, ascending by real and then by imaginary part.
% Of a matrix without as many eigenvectors as rows some columns of V are equal.
% > [V,d] = eig([[0,1],[-1,0]]); max(abs(d - [-1i,1i])) < 1e-5
function [V : cmat, d : cvec] = eig(A : mat)
    linalg_square("eig", A)
    n = size(A,0)
    H = complex(A)
    Z = complex(eye(n))
    to_hessenberg(H, Z)
    to_triangle(H, Z)
    Y = triangle_vectors(H)
    W = Z*Y
    first = zeros(n)
    second = zeros(n)
    for i = 0..n-1
        first[i] = real(H[i,i])
        second[i] = imag(H[i,i])
    end
    order = ascending_pairs(first, second, linalg_epsilon()*norm(A)*n)
    V = czeros(n, n)
    d = czeros(n)
    for c = 0..n-1
        r = order[c]
        d[c] = H[r,r]
        total = 0.0
        for i = 0..n-1
            total += real(W[i,r])^2 + imag(W[i,r])^2
        end
        for i = 0..n-1
            V[i,c] = W[i,r]/sqrt(total)
        end
    end
end

% Function: qr
% A = Q*R by reflections.
%
% Returns Q (m×k) with orthonormal columns and the upper triangle R (k×n), k being the smaller of m and n.
% > [Q,R] = qr([[3,1],[4,2]]); abs(abs(R[0,0]) - 5) < 1e-5
function [Q : mat, R : mat] = qr(A : mat)
    [m, n] = size(A, 0..1)
    k = min(m, n)
    W = copy(A)
    E = eye(m)
    v = zeros(m)
    for c = 0..k-1
        total = 0.0
        for i = c..m-1
            v[i] = W[i,c]
            total += v[i]^2
        end
        if total > 0
            v[c] += v[c] < 0 ? -sqrt(total) : sqrt(total)
            reflect(W, v, c)
            reflect(E, v, c)
        end
    end
    Q = zeros(m, k)
    R = zeros(k, n)
    for i = 0..m-1
        for j = 0..k-1
            Q[i,j] = E[j,i]
        end
    end
    for i = 0..k-1
        for j = i..n-1
            R[i,j] = W[i,j]
        end
    end
end

% Function: lu
% P*A = L*U of a square matrix by elimination with row exchanges.
%
% Returns the lower triangle L with ones on its diagonal, the upper triangle U and the permutation matrix P.
% > [L,U,P] = lu([[0,2],[4,1]]); U == [[4,1],[0,2]]
function [L : mat, U : mat, P : mat] = lu(A : mat)
    linalg_square("lu", A)
    n = size(A,0)
    W = copy(A)
    order = 0..n-1
    eliminate(W, order)
    L = eye(n)
    U = zeros(n, n)
    P = zeros(n, n)
    for i = 0..n-1
        P[i,order[i]] = 1
        for j = 0..n-1
            if j < i
                L[i,j] = W[i,j]
            else
                U[i,j] = W[i,j]
            end
        end
    end
end

% Function: chol
% The upper triangle R with A = transpose(R)*R of a symmetric positive definite matrix; an error for others.
% > chol([[4,2],[2,5]]) == [[2,1],[0,2]]
function R = chol(A : mat)
    linalg_square("chol", A)
    n = size(A,0)
    R = zeros(n, n)
    for j = 0..n-1
        total = A[j,j]
        for k = 0..j-1
            total -= R[k,j]^2
        end
        if !(total > 0)
            error("chol: the matrix is not positive definite")
        end
        R[j,j] = sqrt(total)
        for i = j+1..n-1
            total = A[j,i]
            for k = 0..j-1
                total -= R[k,j]*R[k,i]
            end
            R[j,i] = total/R[j,j]
        end
    end
end

% Function: lsolve
% Solves A*x = y. For more rows than columns x makes the squares of A*x - y least, for fewer it is the shortest solution.
%
% Parameters:
% A - a matrix; a singular square one is an error
% y - the right sides, as columns; a row vector counts as one column
%
% Returns one column of solutions for each of y.
% > lsolve([[2,0],[0,4]], [2,8]) == transpose([1,2])
% | % a line through four points
% | t = [0.0,1.0,2.0,3.0]
% | A = ones(4,2)
% | for k = 0..3
% |     A[k,1] = t[k]
% | end
% | p = lsolve(A, transpose([1.0,2.9,5.1,7.0]))
% | print p
% | plot(t, [1.0,2.9,5.1,7.0], "o", t, p[0,0] + p[1,0]*t, "-")
function x = lsolve(A : mat, y : mat)
    [m, n] = size(A, 0..1)
    if size(y,0) == 1 && m > 1
        b = transpose(y)
    else
        b = copy(y)
    end
    if size(b,0) != m
        error(sprintf("lsolve: the matrix has %d rows, the right side has %d", m, size(b,0)))
    end
    if m == n
        W = copy(A)
        order = 0..n-1
        if eliminate(W, order) == 0
            error("lsolve: the matrix is singular")
        end
        x = eliminated_solution(W, order, b)
    elseif m > n
        [Q, R] = qr(A)
        x = upper_solution(R, transpose(Q)*b)
    else
        x = pinv(A)*b
    end
end

% Function: inv
% The inverse of a square matrix; a singular one is an error.
% > inv([[2,0],[0,4]]) == [[0.5,0],[0,0.25]]
function B = inv(A : mat)
    linalg_square("inv", A)
    n = size(A,0)
    W = copy(A)
    order = 0..n-1
    if eliminate(W, order) == 0
        error("inv: the matrix is singular")
    end
    B = eliminated_solution(W, order, eye(n))
end

% Function: det
% The determinant of a square matrix.
% > abs(det([[1,2],[3,4]]) + 2) < 1e-5
function y = det(A : mat)
    linalg_square("det", A)
    n = size(A,0)
    W = copy(A)
    order = 0..n-1
    y = 1.0*eliminate(W, order)
    for i = 0..n-1
        y = y*W[i,i]
    end
end

% Function: logdet
% The logarithm of the determinant, also where that is beyond the range of numbers; nan when it is negative, -inf when it is 0.
% > abs(logdet([[2,0],[0,4]]) - log(8)) < 1e-5
function y = logdet(A : mat)
    linalg_square("logdet", A)
    n = size(A,0)
    W = copy(A)
    order = 0..n-1
    sense = eliminate(W, order)
    y = 0.0
    for i = 0..n-1
        y += log(abs(W[i,i]))
        sense = W[i,i] < 0 ? -sense : sense
    end
    if sense < 0
        y = 0.0/0.0
    elseif sense == 0
        y = -1.0/0.0
    end
end

% Function: pinv
% The pseudo-inverse after Moore and Penrose. Singular values below tolerance count as 0.
%
% Parameters:
% A         - a matrix
% tolerance - by default the largest singular value times the larger extent times the precision of numbers
% > pinv([[2,0],[0,0]]) == [[0.5,0],[0,0]]
function B = pinv(A : mat, tolerance : scalar = -1.0)
    [U, S, V] = svd(A)
    k = size(S,0)
    limit = tolerance < 0 ? rank_limit(A, S) : tolerance
    for c = 0..k-1
        for i = 0..size(V,0)-1
            V[i,c] = S[c,c] > limit ? V[i,c]/S[c,c] : 0.0
        end
    end
    B = V*transpose(U)
end

% Function: rank
% The number of singular values above tolerance, by default as in pinv.
% > rank([[1,2],[2,4]]) == 1
function r = rank(A : mat, tolerance : scalar = -1.0)
    [U, S, V] = svd(A)
    limit = tolerance < 0 ? rank_limit(A, S) : tolerance
    r = 0
    for i = 0..size(S,0)-1
        r += S[i,i] > limit
    end
end

% Function: cond
% The largest singular value over the least.
% > abs(cond([[2,0],[0,4]]) - 2) < 1e-5
function y = cond(A : mat)
    [U, S, V] = svd(A)
    k = size(S,0)
    y = S[0,0]/S[k-1,k-1]
end

% Function: trace
% The sum of the diagonal.
% > trace([[1,2],[3,4]]) == 5
function y = trace(A : mat)
    y = 0.0
    for i = 0..min(size(A,0), size(A,1))-1
        y += A[i,i]
    end
end

% Function: kron
% The Kronecker product: every element of A times all of B.
% > kron([1,2], [3,4]) == [3,4,6,8]
function C = kron(A : mat, B : mat)
    [p, q] = size(B, 0..1)
    C = zeros(size(A,0)*p, size(A,1)*q)
    for i = 0..size(A,0)-1
        for j = 0..size(A,1)-1
            for k = 0..p-1
                for l = 0..q-1
                    C[i*p+k, j*q+l] = A[i,j]*B[k,l]
                end
            end
        end
    end
end

% Function: mpower
% A multiplied n times with itself; a negative n multiplies the inverse, 0 gives the identity.
% > mpower([[1,1],[0,1]], 5) == [[1,5],[0,1]]
function B = mpower(A : mat, n : int)
    linalg_square("mpower", A)
    if n < 0
        base = inv(A)
    else
        base = copy(A)
    end
    left = n < 0 ? -n : n
    B = eye(size(A,0))
    while left > 0
        if and(left, 1) == 1
            B = B*base
        end
        base = base*base
        left = shr(left, 1)
    end
end

% What follows serves the functions above.

% The distance from 1 to the next number.
function e = linalg_epsilon()
    one = 1.0
    e = one + 1e-10 > one ? 2.2e-16 : 1.2e-7
end

% Ends with an error when a matrix is not square.
function [] = linalg_square(name : string, A : mat)
    if size(A,0) != size(A,1)
        error(sprintf("%s: the matrix must be square, it is %d×%d", name, size(A,0), size(A,1)))
    end
end

% Below it a singular value counts as 0.
function y = rank_limit(A : mat, S : mat)
    y = S[0,0]*max(size(A,0), size(A,1))*linalg_epsilon()
end

% The product of rows p and q.
function y = __device__ row_product(W : mat'unchecked, p : int, q : int)
    y = 0.0
    for i = 0..size(W,1)-1
        y += W[p,i]*W[q,i]
    end
end

% Rows p and q become c p - s q and s p + c q.
function [] = __device__ rotate_rows(W : mat'unchecked, p : int, q : int, c : scalar, s : scalar)
    for i = 0..size(W,1)-1
        a = W[p,i]
        b = W[q,i]
        W[p,i] = c*a - s*b
        W[q,i] = s*a + c*b
    end
end

% The tangent of the smaller angle that a rotation needs, from the cotangent of the double angle.
function t = __device__ rotation_tangent(cotangent : scalar)
    t = 1/(abs(cotangent) + sqrt(1 + cotangent^2))
    t = cotangent < 0 ? -t : t
end

% Rotates each pair of rows of W so that they are orthogonal, and R alike. Returns how many pairs were not.
function n = __device__ jacobi_sweep(W : mat'unchecked, R : mat'unchecked, tolerance : scalar)
    n = 0
    for p = 0..size(W,0)-2
        for q = p+1..size(W,0)-1
            a = row_product(W, p, p)
            b = row_product(W, q, q)
            g = row_product(W, p, q)
            if abs(g) > tolerance*sqrt(a)*sqrt(b)
                n += 1
                t = rotation_tangent((b - a)/(2*g))
                c = 1/sqrt(1 + t*t)
                rotate_rows(W, p, q, c, c*t)
                rotate_rows(R, p, q, c, c*t)
            end
        end
    end
end

% Rotates rows and columns of the symmetric matrix B so that one element after the other becomes 0, and the rows of R alike.
% Returns how many elements were above the limit.
function n = __device__ symmetric_sweep(B : mat'unchecked, R : mat'unchecked, limit : scalar)
    n = 0
    for p = 0..size(B,0)-2
        for q = p+1..size(B,0)-1
            g = B[p,q]
            if abs(g) > limit
                n += 1
                t = rotation_tangent((B[q,q] - B[p,p])/(2*g))
                c = 1/sqrt(1 + t*t)
                s = c*t
                rotate_rows(B, p, q, c, s)
                for i = 0..size(B,0)-1
                    x = B[i,p]
                    y = B[i,q]
                    B[i,p] = c*x - s*y
                    B[i,q] = s*x + c*y
                end
                B[p,q] = 0.0
                B[q,p] = 0.0
                rotate_rows(R, p, q, c, s)
            end
        end
    end
end

% The numbers of the elements from the largest to the least; equal ones stay in their order.
function order = descending_order(values : vec)
    n = numel(values)
    order = vec[int](n)
    for i = 0..n-1
        place = i
        while place > 0 && values[order[place-1]] < values[i]
            order[place] = order[place-1]
            place -= 1
        end
        order[place] = i
    end
end

% As descending_order, ascending by first and, where that is equal within the limit, by second.
function order = ascending_pairs(first : vec, second : vec, limit : scalar)
    n = numel(first)
    order = vec[int](n)
    for i = 0..n-1
        place = i
        moving = 1
        while place > 0 && moving == 1
            k = order[place-1]
            d = first[k] - first[i]
            if d > limit || (abs(d) <= limit && second[k] > second[i])
                order[place] = k
                place -= 1
            else
                moving = 0
            end
        end
        order[place] = i
    end
end

% Divides each column by its length. One that is not longer than the limit becomes orthogonal to those before it.
function [] = normalise_columns(P : mat, limit : scalar)
    for c = 0..size(P,1)-1
        total = column_length(P, c)
        unit = 0
        % A unit vector that is not nearly a sum of the columns before it leaves enough.
        while total <= limit || total == 0
            for i = 0..size(P,0)-1
                P[i,c] = i == unit ? 1.0 : 0.0
            end
            remove_columns(P, c)
            remove_columns(P, c)
            total = column_length(P, c)
            limit = 0.5/sqrt(size(P,0))
            unit += 1
        end
        for i = 0..size(P,0)-1
            P[i,c] = P[i,c]/total
        end
    end
end

% The length of column c.
function y = __device__ column_length(P : mat'unchecked, c : int)
    y = 0.0
    for i = 0..size(P,0)-1
        y += P[i,c]^2
    end
    y = sqrt(y)
end

% Takes from column c what lies along the orthonormal columns before it.
function [] = __device__ remove_columns(P : mat'unchecked, c : int)
    for k = 0..c-1
        s = 0.0
        for i = 0..size(P,0)-1
            s += P[i,k]*P[i,c]
        end
        for i = 0..size(P,0)-1
            P[i,c] = P[i,c] - s*P[i,k]
        end
    end
end

% Reflects the columns of W at the plane orthogonal to v, of which the elements before number c count as 0.
function [] = reflect(W : mat, v : vec, c : int)
    total = 0.0
    for i = c..numel(v)-1
        total += v[i]^2
    end
    for j = 0..size(W,1)-1
        s = 0.0
        for i = c..numel(v)-1
            s += v[i]*W[i,j]
        end
        for i = c..numel(v)-1
            W[i,j] = W[i,j] - 2*s/total*v[i]
        end
    end
end

% Elimination in place: W holds the upper triangle and, below it, the factors; order the rows as they were exchanged.
% Returns 1 or -1, the sign of the exchanges, or 0 when no row has an element to divide by.
function sense = eliminate(W : mat, order : vec[int])
    n = size(W,0)
    sense = 1
    for c = 0..n-1
        best = c
        for i = c+1..n-1
            best = abs(W[i,c]) > abs(W[best,c]) ? i : best
        end
        if W[best,c] == 0
            sense = 0
        else
            if best != c
                exchange_rows(W, best, c)
                kept = order[best]
                order[best] = order[c]
                order[c] = kept
                sense = -sense
            end
            eliminate_below(W, c)
        end
    end
end

% Exchanges rows p and q.
function [] = __device__ exchange_rows(W : mat'unchecked, p : int, q : int)
    for j = 0..size(W,1)-1
        kept = W[p,j]
        W[p,j] = W[q,j]
        W[q,j] = kept
    end
end

% Takes multiples of row c from the rows below it, so that column c is 0 there; the factors are kept in its place.
function [] = eliminate_below(W : mat, c : int)
    n = size(W,0)
    for i = c+1..n-1
        W[i,c] = W[i,c]/W[c,c]
    end
    for i = c+1..n-1
        for j = c+1..n-1
            W[i,j] = W[i,j] - W[i,c]*W[c,j]
        end
    end
end

% Solves with what eliminate gave.
function x = eliminated_solution(W : mat, order : vec[int], b : mat)
    n = size(W,0)
    z = zeros(n, size(b,1))
    for j = 0..size(b,1)-1
        for i = 0..n-1
            s = b[order[i],j]
            for k = 0..i-1
                s -= W[i,k]*z[k,j]
            end
            z[i,j] = s
        end
    end
    x = upper_solution(W, z)
end

% Solves R*x = b for an upper triangle; what lies below it is not looked at. A zero on the diagonal is an error.
function x = upper_solution(R : mat, b : mat)
    n = size(R,1)
    x = zeros(n, size(b,1))
    for i = 0..n-1
        if R[i,i] == 0
            error("lsolve: the columns of the matrix depend on each other")
        end
    end
    for j = 0..size(b,1)-1
        for i = n-1..-1..0
            s = b[i,j]
            for k = i+1..n-1
                s -= R[i,k]*x[k,j]
            end
            x[i,j] = s/R[i,i]
        end
    end
end

% A rotation of two rows by complex numbers: [c, s; -conj(s), c] takes (a, b) to (r, 0).
function [c : scalar, s : cscalar] = complex_rotation(a : cscalar, b : cscalar)
    length = sqrt(real(a)^2 + imag(a)^2 + real(b)^2 + imag(b)^2)
    size_a = abs(a)
    if length == 0
        c = 1.0
        s = 0.0 + 0.0i
    elseif size_a == 0
        c = 0.0
        s = conj(b)/abs(b)
    else
        c = size_a/length
        s = (a/size_a)*conj(b)/length
    end
end

% Rotates rows p and q, columns from to the last.
function [] = rotate_complex_rows(H : cmat, p : int, q : int, c : scalar, s : cscalar, from : int)
    for j = from..size(H,1)-1
        a = H[p,j]
        b = H[q,j]
        H[p,j] = c*a + s*b
        H[q,j] = c*b - conj(s)*a
    end
end

% Rotates columns p and q by the conjugate, rows 0 to the last asked for.
function [] = rotate_complex_columns(H : cmat, p : int, q : int, c : scalar, s : cscalar, last : int)
    for i = 0..last
        a = H[i,p]
        b = H[i,q]
        H[i,p] = c*a + conj(s)*b
        H[i,q] = c*b - s*a
    end
end

% Makes everything below the first subdiagonal 0 by rotations of rows and columns; Z collects those of the columns.
function [] = to_hessenberg(H : cmat, Z : cmat)
    n = size(H,0)
    for k = 0..n-3
        for i = n-1..-1..k+2
            [c, s] = complex_rotation(H[i-1,k], H[i,k])
            rotate_complex_rows(H, i-1, i, c, s, 0)
            rotate_complex_columns(H, i-1, i, c, s, n-1)
            rotate_complex_columns(Z, i-1, i, c, s, n-1)
        end
    end
end

% Makes a Hessenberg matrix an upper triangle: from the last row up, one step of QR after the other.
function [] = to_triangle(H : cmat, Z : cmat)
    n = size(H,0)
    last = n - 1
    steps = 0
    while last > 0
        first = last
        while first > 0 && abs(H[first,first-1]) > linalg_epsilon()*(abs(H[first,first]) + abs(H[first-1,first-1]))
            first -= 1
        end
        if first == last
            last -= 1
            steps = 0
        else
            steps += 1
            if steps > 300
                error("eig: the eigenvalues do not converge")
            end
            qr_step(H, Z, first, last, qr_shift(H, last, steps))
        end
    end
end

% The eigenvalue of the last two rows that is nearer to the last element. Every tenth step another number breaks cycles.
function shift = qr_shift(H : cmat, last : int, steps : int)
    a = H[last-1,last-1]
    d = H[last,last]
    if mod(steps, 10) == 0
        shift = d + abs(H[last,last-1])
    else
        half = 0.5*(a - d)
        root = sqrt(half*half + H[last-1,last]*H[last,last-1])
        plus = 0.5*(a + d) + root
        minus = 0.5*(a + d) - root
        shift = abs(plus - d) < abs(minus - d) ? plus : minus
    end
end

% One step: H - shift = Q*R becomes R*Q + shift within rows first to last.
function [] = qr_step(H : cmat, Z : cmat, first : int, last : int, shift : cscalar)
    n = size(H,0)
    cosines = zeros(n)
    sines = czeros(n)
    for i = first..last
        H[i,i] = H[i,i] - shift
    end
    for i = first..last-1
        [c, s] = complex_rotation(H[i,i], H[i+1,i])
        rotate_complex_rows(H, i, i+1, c, s, i)
        cosines[i] = c
        sines[i] = s
    end
    for i = first..last-1
        rotate_complex_columns(H, i, i+1, cosines[i], sines[i], min(i+1, last))
        rotate_complex_columns(Z, i, i+1, cosines[i], sines[i], n-1)
    end
    for i = first..last
        H[i,i] = H[i,i] + shift
    end
end

% The eigenvectors of an upper triangle, as columns. Where two eigenvalues are equal, a small difference is made.
function Y = triangle_vectors(H : cmat)
    n = size(H,0)
    small = linalg_epsilon()*linalg_largest(H)
    Y = czeros(n, n)
    for k = 0..n-1
        Y[k,k] = 1.0 + 0.0i
        for i = k-1..-1..0
            s = 0.0 + 0.0i
            for j = i+1..k
                s -= H[i,j]*Y[j,k]
            end
            d = H[i,i] - H[k,k]
            if abs(d) < small
                d = small + 0.0i
            end
            Y[i,k] = s/d
        end
    end
end

% The largest modulus, at least the least number worth a division.
function y = linalg_largest(H : cmat)
    y = max(max(abs(H)), 1e-30)
end
