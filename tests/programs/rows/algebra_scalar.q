%! files: rows.npz
% Linear algebra of scalar matrices, as numpy.linalg and scipy.linalg have it.
% Written by tests/library/rows.py, with the numbers from NumPy and SciPy.
% Prints the rows whose part of y is not that of w, and how many there are. Row k ends in front of place at[k] and has the tolerance
% tolerances[k] and the extents shapes[k], as digits of base 100.
function [] = compare(rows : string, y, w, at : vec, tolerances : vec, found : vec[int], shapes : vec)
    names = strsplit(rows, "|")
    bad = 0
    first = 0
    k = 0
    while k < numel(at)
        worst = 0.0
        n = first
        while n < at[k]
            known = y[n] == w[n] || isnan(y[n]) && isnan(w[n])
            far = abs(y[n] - w[n])/max(1.0, abs(w[n]))
            worst = known ? worst : (far >= 0 ? max(worst, far) : 1/0)
            n += 1
        end
        if worst > tolerances[k] || found[k] != shapes[k]
            bad += 1
            print names[k], ": ", y[first..int(at[k])-1], " and not ", w[first..int(at[k])-1], ", extents ", found[k], " of ", shapes[k]
        end
        first = int(at[k])
        k += 1
    end
    print bad, " of ", numel(at), " rows differ"
end

function [] = rows_0(r : vec, f : vec[int])
    A : mat = load("rows.npz", "algebra_scalar A")
    T : mat = load("rows.npz", "algebra_scalar T")
    B : mat = load("rows.npz", "algebra_scalar B")
    y : mat = load("rows.npz", "algebra_scalar y")
    x : mat = load("rows.npz", "algebra_scalar x")
    S : cube = load("rows.npz", "algebra_scalar S")
    Z : cube = load("rows.npz", "algebra_scalar Z")
    H : mat = load("rows.npz", "algebra_scalar H")
    t0 = inv(A)
    f[0] = 1*size(t0,0) + 100*size(t0,1) + 10000*size(t0,2) + 1000000*size(t0,3)
    r[0..24] = reshape(t0, [1,25])
    t1 = pinv(T)
    f[1] = 1*size(t1,0) + 100*size(t1,1) + 10000*size(t1,2) + 1000000*size(t1,3)
    r[25..48] = reshape(t1, [1,24])
    r[49..49] = det(A)
    r[50..50] = trace(A)
    t4 = kron(B, T)
    f[4] = 1*size(t4,0) + 100*size(t4,1) + 10000*size(t4,2) + 1000000*size(t4,3)
    r[51..410] = reshape(t4, [1,360])
    r[411..411] = cond(T)
    r[412..412] = rank(T)
    t7 = lsolve(A, B)
    f[7] = 1*size(t7,0) + 100*size(t7,1) + 10000*size(t7,2) + 1000000*size(t7,3)
    r[413..427] = reshape(t7, [1,15])
    t8 = lsolve(T, T)
    f[8] = 1*size(t8,0) + 100*size(t8,1) + 10000*size(t8,2) + 1000000*size(t8,3)
    r[428..443] = reshape(t8, [1,16])
    r[444..444] = norm(T)
end

function [] = rows_1(r : vec, f : vec[int])
    A : mat = load("rows.npz", "algebra_scalar A")
    T : mat = load("rows.npz", "algebra_scalar T")
    B : mat = load("rows.npz", "algebra_scalar B")
    y : mat = load("rows.npz", "algebra_scalar y")
    x : mat = load("rows.npz", "algebra_scalar x")
    S : cube = load("rows.npz", "algebra_scalar S")
    Z : cube = load("rows.npz", "algebra_scalar Z")
    H : mat = load("rows.npz", "algebra_scalar H")
    r[445..445] = dotprod(x, y)
    t11 = A*B
    f[11] = 1*size(t11,0) + 100*size(t11,1) + 10000*size(t11,2) + 1000000*size(t11,3)
    r[446..460] = reshape(t11, [1,15])
    t12 = A^3
    f[12] = 1*size(t12,0) + 100*size(t12,1) + 10000*size(t12,2) + 1000000*size(t12,3)
    r[461..485] = reshape(t12, [1,25])
    r[486..486] = blas_amax(x)
    r[487..487] = blas_amin(x)
    r[488..488] = blas_asum(x)
    r[489..489] = blas_nrm2(x)
    r[490..490] = blas_dot(x, y)
    t18 = blas_scal(2, x)
    f[18] = 1*size(t18,0) + 100*size(t18,1) + 10000*size(t18,2) + 1000000*size(t18,3)
    r[491..495] = reshape(t18, [1,5])
    t19 = blas_axpy(2, x, y)
    f[19] = 1*size(t19,0) + 100*size(t19,1) + 10000*size(t19,2) + 1000000*size(t19,3)
    r[496..500] = reshape(t19, [1,5])
end

function [] = rows_2(r : vec, f : vec[int])
    A : mat = load("rows.npz", "algebra_scalar A")
    T : mat = load("rows.npz", "algebra_scalar T")
    B : mat = load("rows.npz", "algebra_scalar B")
    y : mat = load("rows.npz", "algebra_scalar y")
    x : mat = load("rows.npz", "algebra_scalar x")
    S : cube = load("rows.npz", "algebra_scalar S")
    Z : cube = load("rows.npz", "algebra_scalar Z")
    H : mat = load("rows.npz", "algebra_scalar H")
    t20 = blas_gemm(2, A, B)
    f[20] = 1*size(t20,0) + 100*size(t20,1) + 10000*size(t20,2) + 1000000*size(t20,3)
    r[501..515] = reshape(t20, [1,15])
    t21 = blas_gemm(2, A, B, 3, B, "t", "n")
    f[21] = 1*size(t21,0) + 100*size(t21,1) + 10000*size(t21,2) + 1000000*size(t21,3)
    r[516..530] = reshape(t21, [1,15])
    t22 = blas_gemm(1, A, A, 0, A, "c", "t")
    f[22] = 1*size(t22,0) + 100*size(t22,1) + 10000*size(t22,2) + 1000000*size(t22,3)
    r[531..555] = reshape(t22, [1,25])
    t23 = blas_gemv(2, A, x)
    f[23] = 1*size(t23,0) + 100*size(t23,1) + 10000*size(t23,2) + 1000000*size(t23,3)
    r[556..560] = reshape(t23, [1,5])
    t24 = blas_gemv(2, A, x, 3, y, "t")
    f[24] = 1*size(t24,0) + 100*size(t24,1) + 10000*size(t24,2) + 1000000*size(t24,3)
    r[561..565] = reshape(t24, [1,5])
    t25 = blas_geam(2, A, 3, A, "n", "c")
    f[25] = 1*size(t25,0) + 100*size(t25,1) + 10000*size(t25,2) + 1000000*size(t25,3)
    r[566..590] = reshape(t25, [1,25])
    t26 = blas_transpose(B)
    f[26] = 1*size(t26,0) + 100*size(t26,1) + 10000*size(t26,2) + 1000000*size(t26,3)
    r[591..605] = reshape(t26, [1,15])
    t27 = blas_hermtranspose(B)
    f[27] = 1*size(t27,0) + 100*size(t27,1) + 10000*size(t27,2) + 1000000*size(t27,3)
    r[606..620] = reshape(t27, [1,15])
    t28 = blas_trsv(A, x)
    f[28] = 1*size(t28,0) + 100*size(t28,1) + 10000*size(t28,2) + 1000000*size(t28,3)
    r[621..625] = reshape(t28, [1,5])
    t29 = blas_trsv(A, x, "u", "t")
    f[29] = 1*size(t29,0) + 100*size(t29,1) + 10000*size(t29,2) + 1000000*size(t29,3)
    r[626..630] = reshape(t29, [1,5])
end

function [] = rows_3(r : vec, f : vec[int])
    A : mat = load("rows.npz", "algebra_scalar A")
    T : mat = load("rows.npz", "algebra_scalar T")
    B : mat = load("rows.npz", "algebra_scalar B")
    y : mat = load("rows.npz", "algebra_scalar y")
    x : mat = load("rows.npz", "algebra_scalar x")
    S : cube = load("rows.npz", "algebra_scalar S")
    Z : cube = load("rows.npz", "algebra_scalar Z")
    H : mat = load("rows.npz", "algebra_scalar H")
    t30 = blas_chol(H)
    f[30] = 1*size(t30,0) + 100*size(t30,1) + 10000*size(t30,2) + 1000000*size(t30,3)
    r[631..655] = reshape(t30, [1,25])
    t31 = chol(H)
    f[31] = 1*size(t31,0) + 100*size(t31,1) + 10000*size(t31,2) + 1000000*size(t31,3)
    r[656..680] = reshape(t31, [1,25])
    t32 = blas_cholsolve(blas_chol(H), B)
    f[32] = 1*size(t32,0) + 100*size(t32,1) + 10000*size(t32,2) + 1000000*size(t32,3)
    r[681..695] = reshape(t32, [1,15])
    r[696..696] = logdet(H)
    t34 = blas_lusolve(A, B)
    f[34] = 1*size(t34,0) + 100*size(t34,1) + 10000*size(t34,2) + 1000000*size(t34,3)
    r[697..711] = reshape(t34, [1,15])
    t35 = blas_lusolvebatched(S, Z)
    f[35] = 1*size(t35,0) + 100*size(t35,1) + 10000*size(t35,2) + 1000000*size(t35,3)
    r[712..735] = reshape(t35, [1,24])
    t36 = blas_lumatinvbatched(S)
    f[36] = 1*size(t36,0) + 100*size(t36,1) + 10000*size(t36,2) + 1000000*size(t36,3)
    r[736..771] = reshape(t36, [1,36])
    t37 = blas_matinvbatches(S)
    f[37] = 1*size(t37,0) + 100*size(t37,1) + 10000*size(t37,2) + 1000000*size(t37,3)
    r[772..807] = reshape(t37, [1,36])
end

function [] = rows_4(r : vec, f : vec[int])
    A : mat = load("rows.npz", "algebra_scalar A")
    T : mat = load("rows.npz", "algebra_scalar T")
    B : mat = load("rows.npz", "algebra_scalar B")
    y : mat = load("rows.npz", "algebra_scalar y")
    x : mat = load("rows.npz", "algebra_scalar x")
    S : cube = load("rows.npz", "algebra_scalar S")
    Z : cube = load("rows.npz", "algebra_scalar Z")
    H : mat = load("rows.npz", "algebra_scalar H")
    [U, s, V] = svd(T)
    [u, g, v] = blas_gesvd(T)
    [W, d] = symeig(H)
    [E, e] = eig(A)
    [Q, R] = qr(T)
    [L, M, P] = lu(A)
    [F, t] = blas_qr(T)
    G = blas_q(F, t)
    [K, p] = blas_lu(A)
    [C, q] = blas_lubatched(S)
    t38 = diag(s)
    f[38] = 1*size(t38,0) + 100*size(t38,1) + 10000*size(t38,2) + 1000000*size(t38,3)
    r[808..811] = reshape(t38, [1,4])
    t39 = U*s*herm_transpose(V)
    f[39] = 1*size(t39,0) + 100*size(t39,1) + 10000*size(t39,2) + 1000000*size(t39,3)
    r[812..835] = reshape(t39, [1,24])
    t40 = g
    f[40] = 1*size(t40,0) + 100*size(t40,1) + 10000*size(t40,2) + 1000000*size(t40,3)
    r[836..839] = reshape(t40, [1,4])
    t41 = u*diagm(g)*v
    f[41] = 1*size(t41,0) + 100*size(t41,1) + 10000*size(t41,2) + 1000000*size(t41,3)
    r[840..863] = reshape(t41, [1,24])
    t42 = d
    f[42] = 1*size(t42,0) + 100*size(t42,1) + 10000*size(t42,2) + 1000000*size(t42,3)
    r[864..868] = reshape(t42, [1,5])
    t43 = W*diagm(d)*herm_transpose(W)
    f[43] = 1*size(t43,0) + 100*size(t43,1) + 10000*size(t43,2) + 1000000*size(t43,3)
    r[869..893] = reshape(t43, [1,25])
    t44 = herm_transpose(W)*W
    f[44] = 1*size(t44,0) + 100*size(t44,1) + 10000*size(t44,2) + 1000000*size(t44,3)
    r[894..918] = reshape(t44, [1,25])
    t45 = Q*R
    f[45] = 1*size(t45,0) + 100*size(t45,1) + 10000*size(t45,2) + 1000000*size(t45,3)
    r[919..942] = reshape(t45, [1,24])
    t46 = herm_transpose(Q)*Q
    f[46] = 1*size(t46,0) + 100*size(t46,1) + 10000*size(t46,2) + 1000000*size(t46,3)
    r[943..958] = reshape(t46, [1,16])
    t47 = herm_transpose(G)*G
    f[47] = 1*size(t47,0) + 100*size(t47,1) + 10000*size(t47,2) + 1000000*size(t47,3)
    r[959..974] = reshape(t47, [1,16])
    t48 = P*A - L*M
    f[48] = 1*size(t48,0) + 100*size(t48,1) + 10000*size(t48,2) + 1000000*size(t48,3)
    r[975..999] = reshape(t48, [1,25])
    t49 = blas_lusolve(K, p, B)
    f[49] = 1*size(t49,0) + 100*size(t49,1) + 10000*size(t49,2) + 1000000*size(t49,3)
    r[1000..1014] = reshape(t49, [1,15])
    t50 = blas_lusolvebatched(C, q, Z)
    f[50] = 1*size(t50,0) + 100*size(t50,1) + 10000*size(t50,2) + 1000000*size(t50,3)
    r[1015..1038] = reshape(t50, [1,24])
    t51 = blas_lumatinvbatched(C, q)
    f[51] = 1*size(t51,0) + 100*size(t51,1) + 10000*size(t51,2) + 1000000*size(t51,3)
    r[1039..1074] = reshape(t51, [1,36])
    t52 = vertcat(real(e), imag(e))
    f[52] = 1*size(t52,0) + 100*size(t52,1) + 10000*size(t52,2) + 1000000*size(t52,3)
    r[1075..1084] = reshape(t52, [1,10])
    t53 = abs(A*E - E*diagm(e))
    f[53] = 1*size(t53,0) + 100*size(t53,1) + 10000*size(t53,2) + 1000000*size(t53,3)
    r[1085..1109] = reshape(t53, [1,25])
end

r = vec(1110)
f = vec[int](54)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
w = load("rows.npz", "algebra_scalar w")
names = "inv(A)|pinv(T)|det(A)|trace(A)|kron(B, T)|cond(T)|rank(T)|lsolve(A, B)|" + _
    "lsolve(T, T)|norm(T)|dotprod(x, y)|A*B|A^3|blas_amax(x)|blas_amin(x)|blas_asum(x)|" + _
    "blas_nrm2(x)|blas_dot(x, y)|blas_scal(2, x)|blas_axpy(2, x, y)|blas_gemm(2, A, B)|blas_gemm(2, A, B, 3, B, t, n)|blas_gemm(1, A, A, 0, A, c, t)|blas_gemv(2, A, x)|" + _
    "blas_gemv(2, A, x, 3, y, t)|blas_geam(2, A, 3, A, n, c)|blas_transpose(B)|blas_hermtranspose(B)|blas_trsv(A, x)|blas_trsv(A, x, u, t)|blas_chol(H)|chol(H)|" + _
    "blas_cholsolve(blas_chol(H), B)|logdet(H)|blas_lusolve(A, B)|blas_lusolvebatched(S, Z)|blas_lumatinvbatched(S)|blas_matinvbatches(S)|diag(s)|U*s*herm_transpose(V)|" + _
    "g|u*diagm(g)*v|d|W*diagm(d)*herm_transpose(W)|herm_transpose(W)*W|Q*R|herm_transpose(Q)*Q|herm_transpose(G)*G|" + _
    "P*A - L*M|blas_lusolve(K, p, B)|blas_lusolvebatched(C, q, Z)|blas_lumatinvbatched(C, q)|parts of e|A*E - E*diagm(e)"
compare(names, r, w, load("rows.npz", "algebra_scalar at"), load("rows.npz", "algebra_scalar tolerances"), f, load("rows.npz", "algebra_scalar shapes"))
% => 0 of 54 rows differ
