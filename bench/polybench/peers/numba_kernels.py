"""The kernels of PolyBench in numba with fastmath, in the loops that are fastest there: along rows, threads by prange.

Rows are views (`a[i]`), and inner loops functions of rows, since indices that may be negative cost numba its vectors.
"""
import math

import numba
import numpy as np
from harness import ALPHA, BETA, F, main

fast = numba.njit(parallel=True, fastmath=True, cache=True)
inner = numba.njit(fastmath=True, error_model="numpy", cache=True)
THREADS = numba.get_num_threads()  # an argument where kernels need it: what asks for it is not kept for the next run


@inner
def dot(a, b):
    s = F(0)
    for j in range(a.size):
        s += a[j] * b[j]
    return s


@inner
def add(y, f, x):
    for j in range(y.size):
        y[j] += f * x[j]


@fast
def product(alpha, a, b, beta, c):
    for i in numba.prange(c.shape[0]):
        row = c[i]
        for j in range(row.size):
            row[j] *= beta
        for k in range(a.shape[1]):
            add(row, alpha * a[i, k], b[k])


def gemm(a, b, c):
    product(ALPHA, a, b, BETA, c)
    return [c]


def two_products(a, b, c, d, t):
    product(ALPHA, a, b, F(0), t)
    product(F(1), t, c, BETA, d)
    return [d]


def three_products(a, b, c, d, e, f, g):
    product(F(1), a, b, F(0), e)
    product(F(1), c, d, F(0), f)
    product(F(1), e, f, F(0), g)
    return [g]


@fast
def times(a, x, y):
    """y += a*x."""
    for i in numba.prange(a.shape[0]):
        y[i] += dot(a[i], x)


@fast
def transposed_times(a, x, y, parts):
    """y += a'*x: each thread has a part of the rows and sums of its own."""
    n = a.shape[0]
    sums = np.zeros((parts, y.size), np.float32)
    for part in numba.prange(parts):
        for i in range(part * n // parts, (part + 1) * n // parts):
            add(sums[part], x[i], a[i])
    for part in range(parts):
        for j in range(y.size):
            y[j] += sums[part, j]


@inner
def atax_rows(a, x, s, start, end):
    for i in range(start, end):
        add(s, dot(a[i], x), a[i])


@fast
def atax_parts(a, x, y, parts):
    n = a.shape[0]
    sums = np.zeros((parts, y.size), np.float32)
    for part in numba.prange(parts):
        atax_rows(a, x, sums[part], part * n // parts, (part + 1) * n // parts)
    for part in range(parts):
        for j in range(y.size):
            y[j] += sums[part, j]


def atax(a, x, y):
    atax_parts(a, x, y, THREADS)
    return [y]


@inner
def bicg_rows(a, p, r, q, s, start, end):
    for i in range(start, end):
        row, f, t = a[i], r[i], F(0)
        for j in range(row.size):
            s[j] += f * row[j]
            t += row[j] * p[j]
        q[i] = t


@fast
def bicg_parts(a, p, r, q, s, parts):
    n = a.shape[0]
    sums = np.zeros((parts, s.size), np.float32)
    for part in numba.prange(parts):
        bicg_rows(a, p, r, q, sums[part], part * n // parts, (part + 1) * n // parts)
    for part in range(parts):
        for j in range(s.size):
            s[j] += sums[part, j]


def bicg(a, p, r, q, s):
    bicg_parts(a, p, r, q, s, THREADS)
    return [q, s]


def mvt(a, x1, x2, y1, y2):
    times(a, y1, x1)
    transposed_times(a, y2, x2, THREADS)
    return [x1, x2]


@inner
def gemver_row(row, u1, v1, u2, v2, x, f):
    for j in range(row.size):
        row[j] += u1 * v1[j] + u2 * v2[j]
        x[j] += f * row[j]


@fast
def gemver_update(a, u1, v1, u2, v2, x, y, parts):
    n = a.shape[0]
    sums = np.zeros((parts, n), np.float32)
    for part in numba.prange(parts):
        for i in range(part * n // parts, (part + 1) * n // parts):
            gemver_row(a[i], u1[i], v1, u2[i], v2, sums[part], BETA * y[i])
    for part in range(parts):
        for j in range(n):
            x[j] += sums[part, j]


def gemver(a, w, x, y, u1, u2, v1, v2, z):
    gemver_update(a, u1, v1, u2, v2, x, y, THREADS)
    x += z
    times(a, ALPHA * x, w)
    return [w]


@fast
def gesummv_rows(a, b, x, y):
    for i in numba.prange(a.shape[0]):
        y[i] = ALPHA * dot(a[i], x) + BETA * dot(b[i], x)


def gesummv(a, b, x, y):
    gesummv_rows(a, b, x, y)
    return [y]


@fast
def syrk_rows(a, c, threads):
    n = c.shape[0]
    # Row i has i + 1 elements: every thread takes each of so many rows.
    for part in numba.prange(threads):
        for i in range(part, n, threads):
            for j in range(i + 1):
                c[i, j] = BETA * c[i, j] + ALPHA * dot(a[i], a[j])


def syrk(a, c):
    syrk_rows(a, c, THREADS)
    return [c]


@fast
def syr2k_rows(a, b, c, threads):
    n = c.shape[0]
    for part in numba.prange(threads):
        for i in range(part, n, threads):
            for j in range(i + 1):
                c[i, j] = BETA * c[i, j] + ALPHA * (dot(a[j], b[i]) + dot(b[j], a[i]))


def syr2k(a, b, c):
    syr2k_rows(a, b, c, THREADS)
    return [c]


@inner
def symm_strip(a, b, c, sums):
    for i in range(c.shape[0]):
        sums[:] = F(0)
        bi = b[i]
        for k in range(i):
            f = a[i, k]
            ck, bk = c[k], b[k]
            for j in range(sums.size):
                ck[j] += ALPHA * bi[j] * f
                sums[j] += bk[j] * f
        f, ci = a[i, i], c[i]
        for j in range(sums.size):
            ci[j] = BETA * ci[j] + ALPHA * bi[j] * f + ALPHA * sums[j]


@fast
def symm_strips(a, b, c):
    m = c.shape[1]
    for strip in numba.prange((m + 255) // 256):
        start, end = 256 * strip, min(256 * strip + 256, m)
        symm_strip(a, b[:, start:end], c[:, start:end], np.empty(end - start, np.float32))


def symm(a, b, c):
    symm_strips(a, b, c)
    return [c]


@inner
def trmm_strip(a, b):
    n = b.shape[0]
    for i in range(n):
        for k in range(i + 1, n):
            add(b[i], a[k, i], b[k])
        for j in range(b.shape[1]):
            b[i, j] *= ALPHA


@fast
def trmm_strips(a, b):
    m = b.shape[1]
    for strip in numba.prange((m + 255) // 256):
        trmm_strip(a, b[:, 256 * strip : min(256 * strip + 256, m)])


def trmm(a, b):
    trmm_strips(a, b)
    return [b]


@inner
def trisolv_rows(l, x, b):
    for i in range(x.size):
        x[i] = (b[i] - dot(l[i, :i], x[:i])) / l[i, i]


def trisolv(l, x, b):
    trisolv_rows(l, x, b)
    return [x]


@inner
def durbin_steps(r, y, z):
    alpha, beta = -r[0], F(1)
    y[0] = -r[0]
    for k in range(1, r.size):
        beta *= F(1) - alpha * alpha
        backwards = r[:k][::-1]
        s = F(0)
        for i in range(k):
            s += backwards[i] * y[i]
        alpha = -(r[k] + s) / beta
        reversed_y = y[:k][::-1]
        for i in range(k):
            z[i] = y[i] + alpha * reversed_y[i]
        y[:k] = z[:k]
        y[k] = alpha


def durbin(r, y, z):
    durbin_steps(r, y, z)
    return [y]


@inner
def eliminate(row, pivot, k):
    f = row[k] / pivot[k]
    row[k] = f
    add(row[k + 1 :], -f, pivot[k + 1 :])


@fast
def lu_steps(a):
    n = a.shape[0]
    for k in range(n):
        for i in numba.prange(k + 1, n):
            eliminate(a[i], a[k], k)


def lu(a):
    lu_steps(a)
    return [a]


@inner
def substitute(a, b, x, y):
    n = b.size
    for i in range(n):
        y[i] = b[i] - dot(a[i, :i], y[:i])
    for i in range(n - 1, -1, -1):
        x[i] = (y[i] - dot(a[i, i + 1 :], x[i + 1 :])) / a[i, i]


def ludcmp(a, b, x, y):
    lu_steps(a)
    substitute(a, b, x, y)
    return [x]


@fast
def cholesky_columns(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = math.sqrt(a[j, j] - dot(a[j, :j], a[j, :j]))
        for i in numba.prange(j + 1, n):
            a[i, j] = (a[i, j] - dot(a[i, :j], a[j, :j])) / a[j, j]


@inner
def cholesky_rows(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] = (a[i, j] - dot(a[i, :j], a[j, :j])) / a[j, j]
        a[i, i] = math.sqrt(a[i, i] - dot(a[i, :i], a[i, :i]))


def cholesky(a):
    (cholesky_rows if THREADS == 1 else cholesky_columns)(a)
    return [a]


@inner
def project(a, q, row, k, start, end):
    m = a.shape[0]
    part = row[start:end]
    part[:] = F(0)
    for i in range(m):
        add(part, q[i, k], a[i, start:end])
    for i in range(m):
        add(a[i, start:end], -q[i, k], part)


@fast
def gramschmidt_columns(a, r, q):
    m, n = a.shape
    for k in range(n):
        s = F(0)
        for i in range(m):
            s += a[i, k] * a[i, k]
        r[k, k] = math.sqrt(s)
        for i in range(m):
            q[i, k] = a[i, k] / r[k, k]
        for strip in numba.prange((n - k + 254) // 256):
            project(a, q, r[k], k, k + 1 + 256 * strip, min(k + 257 + 256 * strip, n))


def gramschmidt(a, r, q):
    gramschmidt_columns(a, r, q)
    return [q, r]


@inner
def products_row(x, c, i, scale):
    n = x.shape[1]
    row = c[i, i:]
    row[:] = F(0)
    for k in range(x.shape[0]):
        add(row, scale * x[k, i], x[k, i:])
    for j in range(i + 1, n):
        c[j, i] = c[i, j]


@fast
def products_of_columns(x, c, scale, threads):
    n = x.shape[1]
    for part in numba.prange(threads):
        for i in range(part, n, threads):
            products_row(x, c, i, scale)


@inner
def centre(x):
    """Subtracts the means of the columns; gives the sums of squares of what is left."""
    m, n = x.shape
    mean, squares = np.zeros(n, np.float32), np.zeros(n, np.float32)
    for i in range(m):
        add(mean, F(1), x[i])
    for j in range(n):
        mean[j] /= F(m)
    for i in range(m):
        row = x[i]
        for j in range(n):
            row[j] -= mean[j]
            squares[j] += row[j] * row[j]
    return squares


@inner
def standardise(x, squares):
    m, n = x.shape
    for j in range(n):
        d = math.sqrt(squares[j] / F(m))
        squares[j] = F(1) / (math.sqrt(F(m)) * (F(1) if d <= F(0.1) else d))
    for i in range(m):
        for j in range(n):
            x[i, j] *= squares[j]


def correlation(x, c):
    standardise(x, centre(x))
    products_of_columns(x, c, F(1), THREADS)
    np.fill_diagonal(c, 1)
    return [c]


def covariance(x, c):
    centre(x)
    products_of_columns(x, c, F(1 / (x.shape[0] - 1)), THREADS)
    return [c]


@fast
def jacobi_1d_step(y, x):
    for i in numba.prange(x.size - 2):
        y[i + 1] = F(0.33333) * (x[i] + x[i + 1] + x[i + 2])


def jacobi_1d(a, b):
    for _ in range(100):
        jacobi_1d_step(b, a)
        jacobi_1d_step(a, b)
    return [a]


@inner
def cross(y, above, here, below):
    for j in range(here.size - 2):
        y[j + 1] = F(0.2) * (here[j + 1] + here[j] + here[j + 2] + below[j + 1] + above[j + 1])


@fast
def jacobi_2d_step(y, x):
    for i in numba.prange(x.shape[0] - 2):
        cross(y[i + 1], x[i], x[i + 1], x[i + 2])


def jacobi_2d(a, b):
    for _ in range(20):
        jacobi_2d_step(b, a)
        jacobi_2d_step(a, b)
    return [a]


@inner
def seidel_row(above, here, below):
    for j in range(here.size - 2):
        rest = above[j] + above[j + 1] + above[j + 2] + here[j + 1] + here[j + 2] + below[j] + below[j + 1] + below[j + 2]
        here[j + 1] = (here[j] + rest) / F(9)


@inner
def seidel_steps(a):
    for _ in range(10):
        for i in range(a.shape[0] - 2):
            seidel_row(a[i], a[i + 1], a[i + 2])


def seidel_2d(a):
    seidel_steps(a)
    return [a]


@inner
def heat_row(y, here, up, down, north, south):
    e = F(0.125)
    for k in range(here.size - 2):
        c = here[k + 1]
        y[k + 1] = (
            e * (up[k + 1] - F(2) * c + down[k + 1]) + e * (north[k + 1] - F(2) * c + south[k + 1]) + e * (here[k + 2] - F(2) * c + here[k]) + c
        )


@fast
def heat_step(y, x):
    for i in numba.prange(x.shape[0] - 2):
        for j in range(x.shape[1] - 2):
            heat_row(y[i + 1, j + 1], x[i + 1, j + 1], x[i + 2, j + 1], x[i, j + 1], x[i + 1, j + 2], x[i + 1, j])


def heat_3d(a, b):
    for _ in range(20):
        heat_step(b, a)
        heat_step(a, b)
    return [a]


@inner
def difference(y, f, a, b):
    for j in range(y.size):
        y[j] -= f * (a[j] - b[j])


@inner
def magnetic(hz, ex, ey, below):
    for j in range(hz.size - 1):
        hz[j] -= F(0.7) * (ex[j + 1] - ex[j] + below[j] - ey[j])


@fast
def fdtd_step(ex, ey, hz, t):
    n, m = hz.shape
    for i in numba.prange(n):
        if i == 0:
            ey[0, :] = F(t)
        else:
            difference(ey[i], F(0.5), hz[i], hz[i - 1])
        difference(ex[i, 1:], F(0.5), hz[i, 1:], hz[i, : m - 1])
    for i in numba.prange(n - 1):
        magnetic(hz[i], ex[i], ey[i], ey[i + 1])


def fdtd_2d(ex, ey, hz):
    for t in range(20):
        fdtd_step(ex, ey, hz, t)
    return [hz]


@inner
def sweep_columns(u, v, p, q, a, b, d):
    """Lines along the first dimension for a strip of columns; u has a column more on each side, p and q are [line position, column]."""
    n, m = v.shape
    v[0, :] = F(1)
    p[0, :] = F(0)
    q[0, :] = F(1)
    for j in range(1, n - 1):
        pj, qj, before, qbefore, uj = p[j], q[j], p[j - 1], q[j - 1], u[j]
        for i in range(m):
            f = F(1) / (a * before[i] + b)
            pj[i] = -a * f
            qj[i] = (-d * uj[i] + (F(1) + F(2) * d) * uj[i + 1] - d * uj[i + 2] - a * qbefore[i]) * f
    v[n - 1, :] = F(1)
    for j in range(n - 2, 0, -1):
        vj, after, pj, qj = v[j], v[j + 1], p[j], q[j]
        for i in range(m):
            vj[i] = pj[i] * after[i] + qj[i]


@inner
def sweep_row(row, above, here, below, p, q, a, d, e):
    n = row.size
    row[0], p[0], q[0] = F(1), F(0), F(1)
    for j in range(1, n - 1):
        f = F(1) / (d * p[j - 1] + e)
        p[j] = -d * f
        q[j] = (-a * above[j] + (F(1) + F(2) * a) * here[j] - a * below[j] - d * q[j - 1]) * f
    row[n - 1] = F(1)
    for j in range(n - 2, 0, -1):
        row[j] = p[j] * row[j + 1] + q[j]


@fast
def adi_steps(u, v, p, q):
    n, steps = u.shape[0], 5
    dx, dt = F(1) / F(n), F(1) / F(steps)
    mul1, mul2 = F(2) * dt / (dx * dx), dt / (dx * dx)
    a, b, d, e = -mul1 / F(2), F(1) + mul1, -mul2 / F(2), F(1) + mul2
    for _ in range(steps):
        for strip in numba.prange((n - 2 + 63) // 64):
            start, end = 1 + 64 * strip, min(65 + 64 * strip, n - 1)
            sweep_columns(u[:, start - 1 : end + 1], v[:, start:end], p[:, start:end], q[:, start:end], a, b, d)
        for i in numba.prange(1, n - 1):
            sweep_row(u[i], v[i - 1], v[i], v[i + 1], p[i], q[i], a, d, e)


def adi(u, v, p, q):
    adi_steps(u, v, p, q)
    return [u]


@inner
def smooth_row(x, back, out, c):
    h = x.size
    last, before, x1, x2 = F(0), F(0), F(0), F(0)
    for j in range(h - 1, -1, -1):
        value = c[2] * x1 + c[3] * x2 + c[4] * last + c[5] * before
        x2, x1, before, last = x1, x[j], last, value
        back[j] = value
    last, before, x1 = F(0), F(0), F(0)
    for j in range(h):
        value = c[0] * x[j] + c[1] * x1 + c[4] * last + c[5] * before
        x1, before, last = x[j], last, value
        out[j] = value + back[j]


@inner
def smooth_strip(x, forth, state, c):
    last, before, x1, x2 = state
    w, h = x.shape
    state[:] = F(0)
    for i in range(w):
        xi, fi = x[i], forth[i]
        for j in range(h):
            value = c[0] * xi[j] + c[1] * x1[j] + c[4] * last[j] + c[5] * before[j]
            x1[j] = xi[j]
            before[j] = last[j]
            last[j] = value
            fi[j] = value
    state[:] = F(0)
    for i in range(w - 1, -1, -1):
        xi, fi = x[i], forth[i]
        for j in range(h):
            value = c[2] * x1[j] + c[3] * x2[j] + c[4] * last[j] + c[5] * before[j]
            x2[j] = x1[j]
            x1[j] = xi[j]
            before[j] = last[j]
            last[j] = value
            xi[j] = fi[j] + value


@fast
def deriche_both(x, y1, y2, out, c):
    w, h = x.shape
    for i in numba.prange(w):
        smooth_row(x[i], y2[i], out[i], c)
    for strip in numba.prange((h + 255) // 256):
        start, end = 256 * strip, min(256 * strip + 256, h)
        smooth_strip(out[:, start:end], y1[:, start:end], np.zeros((4, end - start), np.float32), c)


def deriche(x, y1, y2, out):
    alpha, e = 0.25, math.exp(-0.25)
    k = (1 - e) ** 2 / (1 + 2 * alpha * e - math.exp(2 * alpha))
    c = np.array([k, k * e * (alpha - 1), k * e * (alpha + 1), -k * e * e, 2.0**-alpha, -e * e], np.float32)
    deriche_both(x, y1, y2, out, c)
    return [out]


@inner
def shorten(row, f, pivot):
    for j in range(row.size):
        row[j] = min(row[j], f + pivot[j])


@fast
def floyd_warshall_steps(path):
    for k in range(path.shape[0]):
        for i in numba.prange(path.shape[0]):
            shorten(path[i], path[i, k], path[k])


def floyd_warshall(path):
    floyd_warshall_steps(path)
    return [path]


@inner
def nussinov_rows(bases, table):
    n = bases.size
    for i in range(n - 2, -1, -1):
        row, below = table[i], table[i + 1]
        for j in range(i + 1, n):
            pair = 1 if i < j - 1 and bases[i] + bases[j] == 3 else 0
            row[j] = max(below[j], below[j - 1] + pair)
        for k in range(i, n - 1):
            row[k + 1] = max(row[k + 1], row[k])
            f, mine, other = row[k], row[k + 2 :], table[k + 1, k + 2 :]
            for j in range(mine.size):
                mine[j] = max(mine[j], f + other[j])


def nussinov(bases, table):
    nussinov_rows(bases, table)
    return [table]


@inner
def doitgen_row(row, c4, t):
    t[:] = F(0)
    for k in range(row.size):
        add(t, row[k], c4[k])
    row[:] = t


@fast
def doitgen_rows(rows, c4):
    for i in numba.prange(rows.shape[0]):
        doitgen_row(rows[i], c4, np.empty(rows.shape[1], np.float32))


def doitgen(a, c4):
    doitgen_rows(a.reshape(-1, a.shape[2]), c4)
    return [a]


KERNELS = {
    "gemm": gemm, "2mm": two_products, "3mm": three_products, "atax": atax, "bicg": bicg, "mvt": mvt, "gemver": gemver, "gesummv": gesummv,
    "syrk": syrk, "syr2k": syr2k, "symm": symm, "trmm": trmm, "trisolv": trisolv, "durbin": durbin, "lu": lu, "ludcmp": ludcmp,
    "cholesky": cholesky, "gramschmidt": gramschmidt, "correlation": correlation, "covariance": covariance, "jacobi-1d": jacobi_1d,
    "jacobi-2d": jacobi_2d, "seidel-2d": seidel_2d, "heat-3d": heat_3d, "fdtd-2d": fdtd_2d, "adi": adi, "deriche": deriche,
    "floyd-warshall": floyd_warshall, "nussinov": nussinov, "doitgen": doitgen,
}

if __name__ == "__main__":
    main(KERNELS)
