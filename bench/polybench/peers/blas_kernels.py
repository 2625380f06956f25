"""The kernels of PolyBench that are one of BLAS or LAPACK, or a few of them, by SciPy, without copies.

Rows are contiguous here and columns in Fortran, so products are those of transposed matrices in reversed order.
"""
import numpy as np
from harness import ALPHA, BETA, main
from scipy.linalg import blas, lapack, solve_toeplitz


def product(alpha, a, b, beta, c):
    blas.sgemm(alpha, b.T, a.T, beta, c.T, overwrite_c=1)


def gemm(a, b, c):
    product(ALPHA, a, b, BETA, c)
    return [c]


def two_products(a, b, c, d, t):
    product(ALPHA, a, b, 0, t)
    product(1, t, c, BETA, d)
    return [d]


def three_products(a, b, c, d, e, f, g):
    product(1, a, b, 0, e)
    product(1, c, d, 0, f)
    product(1, e, f, 0, g)
    return [g]


def times(alpha, a, x, beta=0, y=None):
    """alpha*a*x + beta*y."""
    return blas.sgemv(alpha, a.T, x, beta, y, trans=1, overwrite_y=1)


def transposed_times(alpha, a, x, beta=0, y=None):
    """alpha*a'*x + beta*y."""
    return blas.sgemv(alpha, a.T, x, beta, y, overwrite_y=1)


def gemver(a, w, x, y, u1, u2, v1, v2, z):
    blas.sger(1, v1, u1, a=a.T, overwrite_a=1)
    blas.sger(1, v2, u2, a=a.T, overwrite_a=1)
    x = transposed_times(BETA, a, y, 1, x) + z
    return [times(ALPHA, a, x, 1, w)]


def syrk(a, c):
    # The lower triangle of rows is the upper one of columns.
    return [blas.ssyrk(ALPHA, a.T, BETA, c.T, trans=1, overwrite_c=1).T]


def syr2k(a, b, c):
    return [blas.ssyr2k(ALPHA, a.T, b.T, BETA, c.T, trans=1, overwrite_c=1).T]


def symm(a, b, c):
    blas.ssymm(ALPHA, a.T, b.T, BETA, c.T, side=1, overwrite_c=1)
    return [c]


def trmm(a, b):
    blas.strmm(ALPHA, a.T, b.T, side=1, trans_a=1, diag=1, overwrite_b=1)
    return [b]


def trisolv(l, x, b):
    return [blas.strsv(l.T, b, trans=1)]


def durbin(r, y, z):
    return [solve_toeplitz(np.concatenate([[1], r[:-1]]), -r)]


def lu(a):
    # No row is exchanged, as the diagonal is the greatest of its column. LAPACK divides columns, so it gets those of a copy.
    factors, _, _ = lapack.sgetrf(np.asfortranarray(a), overwrite_a=1)
    return [factors]


def ludcmp(a, b, x, y):
    return [lapack.sgesv(np.asfortranarray(a), b, overwrite_a=1)[2]]


def cholesky(a):
    lapack.spotrf(a.T, lower=0, clean=0, overwrite_a=1)
    return [a]


def gramschmidt(a, r, q):
    reflectors, tau, _, _ = lapack.sgeqrf(np.asfortranarray(a), overwrite_a=1)
    r = np.triu(reflectors[: a.shape[1]])
    signs = np.sign(np.diag(r))
    q, _, _ = lapack.sorgqr(reflectors, tau, overwrite_a=1)
    return [q * signs, r * signs[:, None]]


def products_of_columns(scale, x, c):
    """scale*x'*x in both halves."""
    blas.ssyrk(scale, x.T, 0, c.T, overwrite_c=1)
    c += np.tril(c, -1).T


def correlation(x, c):
    x -= x.mean(axis=0)
    deviation = np.sqrt(np.einsum("ij,ij->j", x, x) / x.shape[0])
    x /= np.sqrt(np.float32(x.shape[0])) * np.where(deviation <= 0.1, 1, deviation)
    products_of_columns(1, x, c)
    np.fill_diagonal(c, 1)
    return [c]


def covariance(x, c):
    x -= x.mean(axis=0)
    products_of_columns(1 / (x.shape[0] - 1), x, c)
    return [c]


def doitgen(a, c4):
    rows = a.reshape(-1, a.shape[2])
    result = np.empty_like(rows)
    product(1, rows, c4, 0, result)
    rows[...] = result
    return [a]


KERNELS = {
    "gemm": gemm, "2mm": two_products, "3mm": three_products, "gemver": gemver, "syrk": syrk, "syr2k": syr2k, "symm": symm, "trmm": trmm,
    "atax": lambda a, x, y: [transposed_times(1, a, times(1, a, x))],
    "bicg": lambda a, p, r, q, s: [times(1, a, p), transposed_times(1, a, r)],
    "mvt": lambda a, x1, x2, y1, y2: [times(1, a, y1, 1, x1), transposed_times(1, a, y2, 1, x2)],
    "gesummv": lambda a, b, x, y: [times(BETA, b, x, 1, times(ALPHA, a, x))],
    "trisolv": trisolv, "durbin": durbin, "lu": lu, "ludcmp": ludcmp, "cholesky": cholesky, "gramschmidt": gramschmidt,
    "correlation": correlation, "covariance": covariance, "doitgen": doitgen,
}

if __name__ == "__main__":
    main(KERNELS)
