% Matrices whose workspaces are large.
%! reads: in.npy
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        x = load(input)
        n = 96
        a = x[0..n-1,0..n-1,0]/256 + n*eye(n)
        b = x[0..n-1,0..n-1,1]/256
        spd = a*transpose(a)
        y = inv(a) + lsolve(a, b) + pinv(b) + a^3
        [q, r] = qr(b)
        [l, u, p] = lu(b)
        y += q*r + l*u*p + chol(spd)
        [vectors, values] = symeig(spd)
        y += vectors
        tall = x[0..n-1,0..39,2]/256
        [left, middle, right] = svd(tall)
        y[:,0..39] += left
        k = kron(a[0..9,0..9], b[0..9,0..9])
        y += k[0..n-1,0..n-1] + blas_cholsolve(blas_chol(spd), b)
        [packed, pivots] = blas_lu(a)
        y += blas_lusolve(packed, pivots, b)
        [reflected, taus] = blas_qr(a)
        y += blas_q(reflected, taus) + blas_gemm(1.0, a, b, 0.0, b, "n", "t")
        y[0,0] += det(a/n) + logdet(a) + rank(tall) + cond(tall) + trace(a)
        save(output, y)
        print "written"
    catch ex
        print "caught"
    end
end
