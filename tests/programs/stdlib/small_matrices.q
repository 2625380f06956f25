%! features: F409
% The small functions of linalg.q in kernels, a matrix each, against the equations that define them and against what is built in: random
% matrices, and the hard ones: zero, rank 1, rank 2, equal singular values, a reflection, huge, tiny.
import "linalg.q"
function [] = __kernel__ decompose2(A : cube, U : cube, S : cube, V : cube, W : cube, d : mat, pos : int)
    [u, s, v] = svd2x2(A[0..1,0..1,pos])
    U[0..1,0..1,pos] = u
    S[0..1,0..1,pos] = s
    V[0..1,0..1,pos] = v
    [w, e] = symeig2x2(A[0..1,0..1,pos])
    W[0..1,0..1,pos] = w
    d[pos,0..1] = e
end
function [] = __kernel__ decompose3(A : cube, U : cube, S : cube, V : cube, W : cube, d : mat, pos : int)
    [u, s, v] = svd3x3(A[0..2,0..2,pos])
    U[0..2,0..2,pos] = u
    S[0..2,0..2,pos] = s
    V[0..2,0..2,pos] = v
    [w, e] = symeig3x3(A[0..2,0..2,pos])
    W[0..2,0..2,pos] = w
    d[pos,0..2] = e
end
function [] = __kernel__ decompose4(A : cube, U : cube, S : cube, V : cube, W : cube, d : mat, pos : int)
    [u, s, v] = svd4x4(A[0..3,0..3,pos])
    U[0..3,0..3,pos] = u
    S[0..3,0..3,pos] = s
    V[0..3,0..3,pos] = v
    [w, e] = symeig4x4(A[0..3,0..3,pos])
    W[0..3,0..3,pos] = w
    d[pos,0..3] = e
end
function [] = __kernel__ solve2(A : cube, y : mat, B : cube, x : mat, d : vec, pos : int)
    B[0..1,0..1,pos] = inv2x2(A[0..1,0..1,pos])
    x[pos,0..1] = lsolve2x2(A[0..1,0..1,pos], y[pos,0..1])
    d[pos] = det2x2(A[0..1,0..1,pos])
end
function [] = __kernel__ solve3(A : cube, y : mat, B : cube, x : mat, d : vec, pos : int)
    B[0..2,0..2,pos] = inv3x3(A[0..2,0..2,pos])
    x[pos,0..2] = lsolve3x3(A[0..2,0..2,pos], y[pos,0..2])
    d[pos] = det3x3(A[0..2,0..2,pos])
end
function [] = __kernel__ solve4(A : cube, y : mat, B : cube, x : mat, d : vec, pos : int)
    B[0..3,0..3,pos] = inv4x4(A[0..3,0..3,pos])
    x[pos,0..3] = lsolve4x4(A[0..3,0..3,pos], y[pos,0..3])
    d[pos] = det4x4(A[0..3,0..3,pos])
end
% Random matrices, and in their places from 0 on the hard ones.
function A = matrices(n : int, count : int)
    A = randn(n, n, count)
    A[:,:,0] = zeros(n,n)
    A[:,:,1] = eye(n)
    A[:,:,2] = -eye(n)
    A[:,:,3] = ones(n,n)
    % A reflection: the first two axes exchanged; a rank of n-1; powers of ten.
    A[:,:,4] = eye(n)
    A[0..1,0..1,4] = [[0,1],[1,0]]
    A[n-1,:,5] = A[0,:,5]
    for i = 0..n-1
        for j = 0..n-1
            A[i,j,6] = A[i,j,6]*10^(-2*j)
            A[i,j,7] = A[i,j,7]*1e30
            A[i,j,8] = A[i,j,8]*1e-30
            A[i,j,9] = i < j
            A[i,j,10] = (i + 1)*(j - 1)
        end
    end
end
function e = deviation(A : mat, B : mat)
    e = max(abs(A - B))
end
function [] = check_factors(n : int, count : int)
    A = matrices(n, count)
    [U, S, V, W] = {zeros(n,n,count), zeros(n,n,count), zeros(n,n,count), zeros(n,n,count)}
    d = zeros(count, n)
    match n with
    | 2 -> parallel_do(count, A, U, S, V, W, d, decompose2)
    | 3 -> parallel_do(count, A, U, S, V, W, d, decompose3)
    | _ -> parallel_do(count, A, U, S, V, W, d, decompose4)
    end
    [worst, unit] = [0.0, eye(n)]
    for k = 0..count-1
        a = squeeze(A[:,:,k])
        size_a = max(abs(a)) > 0 ? max(abs(a)) : 1.0
        a = a/size_a
        u = squeeze(U[:,:,k])
        v = squeeze(V[:,:,k])
        s = squeeze(S[:,:,k])/size_a
        [u0, s0, v0] = svd(a)
        worst = max(worst, deviation(u*s*transpose(v), a))
        worst = max(worst, deviation(transpose(u)*u, unit))
        worst = max(worst, deviation(transpose(v)*v, unit))
        worst = max(worst, deviation(s, s0))
        for i = 1..n-1
            assert(s[i,i] <= s[i-1,i-1] && s[i,i] >= 0)
        end
        % The lower triangle stands for all.
        for i = 0..n-1
            for j = i+1..n-1
                a[i,j] = a[j,i]
            end
        end
        w = squeeze(W[:,:,k])
        e = d[k,:]/size_a
        [w0, e0] = symeig(a)
        worst = max(worst, deviation(a*w, w*diagm(e)))
        worst = max(worst, deviation(transpose(w)*w, unit))
        worst = max(worst, deviation(e, e0))
    end
    print n, worst < 50*eps ? " ok" : " " + num2str(worst)
end
seed(11)
for n = 2..4
    check_factors(n, 200)
end
% => 2 ok
% => 3 ok
% => 4 ok
function [] = check_solutions(n : int, count : int)
    A = randn(n, n, count)
    y = randn(count, n)
    for k = 0..count-1
        for i = 0..n-1
            A[i,i,k] += 3
            for j = 0..n-1
                % Rows in another order, so that none may be divided by its diagonal; and one matrix so small that its determinant vanishes.
                A[i,j,k] = k == 0 ? A[i,j,k]*1e-15 : A[i,j,k]
            end
        end
        row = copy(A[0,:,k])
        A[0,:,k] = A[n-1,:,k]
        A[n-1,:,k] = row
    end
    [B, x, d] = {zeros(n,n,count), zeros(count,n), zeros(count)}
    match n with
    | 2 -> parallel_do(count, A, y, B, x, d, solve2)
    | 3 -> parallel_do(count, A, y, B, x, d, solve3)
    | _ -> parallel_do(count, A, y, B, x, d, solve4)
    end
    worst = 0.0
    for k = 0..count-1
        a = squeeze(A[:,:,k])
        scale = k == 0 ? 1e-15 : 1.0
        % Errors are those of the numbers times the condition.
        bound = cond(a)*(1 + max(abs(inv(a)))*scale)
        worst = max(worst, deviation(squeeze(B[:,:,k]), inv(a))*scale/bound)
        worst = max(worst, deviation(x[k,:], lsolve(a, y[k,:]))*scale/bound)
        if k > 0
            worst = max(worst, abs(d[k] - det(a))/max(abs(a))^n)
        end
    end
    print n, worst < 50*eps ? " ok" : " " + num2str(worst)
end
for n = 2..4
    check_solutions(n, 200)
end
% => 2 ok
% => 3 ok
% => 4 ok
% By hand: what is singular has no finite inverse, and a determinant of 0; what is not a number is in the results.
print max(isfinite(inv2x2([[1,2],[2,4]]))), max(isfinite(inv3x3(zeros(3,3)))), max(isfinite(lsolve2x2([[0,1],[0,1]], [1,2])))
% => 000
print det2x2([[1,2],[2,4]]), det3x3([[1,2,3],[4,5,6],[7,8,9]]), det4x4(ones(4,4))
% => 000
[u, s, v] = svd3x3([[1,2,3],[4,nan,6],[7,8,9]])
[w, e] = symeig2x2([[1,0],[inf,1]])
print min(isnan(diag(s))), min(isnan(e)), isnan(det2x2([[nan,1],[1,1]]))
% => 111
% Above the diagonal of a symmetric matrix nothing counts.
[w, e] = symeig2x2([[1,nan],[0,3]])
print e
% => [1,3]
