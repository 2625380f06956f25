#!/usr/bin/env python3
"""What the programs of this folder must print, computed with NumPy in double precision from the formulas.

    python3 bench/polybench/reference.py [SIZE]     prints `name: numbers`, a line for each result

It shares nothing with the programs but the formulas of their input: where NumPy has an operation for
a whole kernel (products, factorisations, solutions of equations), that operation is used. With the
size 18 it writes what `expected.txt` holds.
"""
import sys

import numpy as np


def grid(*shape):
    return np.indices(shape).astype(np.int64)


def filled(formula, *shape):
    return np.asarray(formula(*grid(*shape)), dtype=np.float64) * np.ones(shape)


def check(x):
    """As in check.q."""
    y = np.asarray(x, dtype=np.float64).reshape(-1)
    weights = 1 + (5 * np.arange(y.size)) % 7
    return [y.sum(), (y * weights).sum(), (y * y).sum(), y[0], y[y.size // 3], y[-1]]


def factors(p, m):
    a = lambda n: filled(lambda i, k: (i * k + 1) % 17 / 17, n, p)
    b = filled(lambda k, j: (k * j + 2 * k) % 13 / 13, p, m)
    return a, b


def gemm(n):
    m, p = n + 5, n + 9
    a, b = factors(p, m)
    c = filled(lambda i, j: (i + 3 * j) % 11 / 11, n, m)
    return [1.2 * c + 1.5 * a(n) @ b]


def two_products(n):
    m, p, q = n + 5, n + 9, n + 2
    a, b = factors(p, m)
    c = filled(lambda k, j: (2 * k + j * j) % 19 / 19, m, q)
    d = filled(lambda i, j: (i + 3 * j) % 11 / 11, n, q)
    return [1.2 * d + 1.5 * a(n) @ b @ c]


def three_products(n):
    m, p, q, l = n + 5, n + 9, n + 2, n + 3
    a, b = factors(p, m)
    c = filled(lambda k, j: (2 * k + j * j) % 19 / 19, m, l)
    d = filled(lambda k, j: (k + 3 * j) % 11 / 11, l, q)
    return [(a(n) @ b) @ (c @ d)]


def periodic(i, j):
    return (i + 3 * j) % 17 / 17


def atax(n):
    m = n + 6
    a = filled(lambda i, j: (i + 3 * j) % 17 / (5 * n), n, m)
    x = filled(lambda j: 1 + j % 9 / 9, m)
    return [a.T @ (a @ x)]


def bicg(n):
    m = n + 6
    a = filled(periodic, n, m)
    r, p = filled(lambda i: i % 7 / 7, n), filled(lambda j: j % 9 / 9, m)
    return [a @ p, a.T @ r]


def mvt(n):
    a = filled(periodic, n, n)
    x1, x2, y1, y2 = (filled(lambda i, d=d: i % d / d, n) for d in (5, 6, 7, 9))
    return [x1 + a @ y1, x2 + a.T @ y2]


def gemver(n):
    a = filled(periodic, n, n)
    u1, u2, v1, v2, z = (filled(lambda i, d=d: i % d / d, n) for d in (5, 6, 7, 9, 13))
    y = filled(lambda i: i % 11 / (11 * n), n)
    a = a + np.outer(u1, v1) + np.outer(u2, v2)
    x = 1.2 * a.T @ y + z
    return [1.5 * a @ x]


def gesummv(n):
    a, b = filled(periodic, n, n), filled(lambda i, j: (2 * i + j) % 13 / 13, n, n)
    x = filled(lambda i: i % 7 / 7, n)
    return [1.5 * a @ x + 1.2 * b @ x]


def lower_only(new, old):
    return np.tril(new) + np.triu(old, 1)


def syrk(n):
    a = factors(n + 5, 1)[0](n)
    c = filled(lambda i, j: (i + 3 * j) % 11 / 11, n, n)
    return [lower_only(1.2 * c + 1.5 * a @ a.T, c)]


def syr2k(n):
    a = factors(n + 5, 1)[0](n)
    b = filled(lambda i, k: (i * k + 2 * k) % 13 / 13, n, n + 5)
    c = filled(lambda i, j: (i + 3 * j) % 11 / 11, n, n)
    return [lower_only(1.2 * c + 1.5 * (a @ b.T + b @ a.T), c)]


def triangular_input(n):
    a = filled(lambda i, k: (i + k) % 17 / 17, n, n)
    b = filled(lambda i, j: (n + i - j + n + 5) % 13 / 13, n, n + 5)
    return a, b


def symm(n):
    a, b = triangular_input(n)
    c = filled(lambda i, j: (i + 3 * j) % 11 / 11, n, n + 5)
    symmetric = np.tril(a) + np.tril(a, -1).T
    return [1.2 * c + 1.5 * symmetric @ b]


def trmm(n):
    a, b = triangular_input(n)
    return [1.5 * (np.tril(a, -1) + np.eye(n)).T @ b]


def trisolv(n):
    l = filled(lambda i, j: (1 + (i + j) % 7) / (10 * n), n, n)
    np.fill_diagonal(l, 1)
    return [np.linalg.solve(np.tril(l), filled(lambda i: 1 + i % 5 / 5, n))]


def durbin(n):
    r = filled(lambda i: (1 + i % 5) / (10 * n), n)
    column = np.concatenate([[1.0], r[:-1]])
    i, j = grid(n, n)
    return [np.linalg.solve(column[abs(i - j)], -r)]


def diagonal_input(n, formula):
    a = filled(lambda i, j: formula(i, j) % 7 / (8 * n), n, n)
    np.fill_diagonal(a, 1)
    return a


def lu(n):
    """Row by row elimination, which leaves the multipliers below the diagonal."""
    a = diagonal_input(n, lambda i, j: i + 3 * j)
    for k in range(n):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return [a]


def ludcmp(n):
    return [np.linalg.solve(diagonal_input(n, lambda i, j: i + 3 * j), filled(lambda i: 1 + i % 5 / 5, n))]


def cholesky(n):
    a = diagonal_input(n, lambda i, j: i + j)
    return [lower_only(np.linalg.cholesky(a), a)]


def gramschmidt(n):
    a = filled(lambda i, j: (i * i + 3 * j) % 7 / (8 * n), n + 5, n)
    a[np.arange(n), np.arange(n)] = 1
    q, r = np.linalg.qr(a)
    signs = np.sign(np.diag(r))
    return [q * signs, r * signs[:, None]]


def table_of_data(n):
    return filled(lambda i, j: (i * i + 5 * i * j + 3 * j) % 23 / 4, n + 5, n)


def correlation(n):
    return [np.corrcoef(table_of_data(n).T)]


def covariance(n):
    return [np.cov(table_of_data(n).T)]


def jacobi_1d(n):
    a = filled(lambda i: 1 + i * 3 % 7 / 7, n)
    b = filled(lambda i: 1 + i * 3 % 11 / 11, n)
    for _ in range(100):
        for x, y in ((a, b), (b, a)):
            y[1:-1] = 0.33333 * (x[:-2] + x[1:-1] + x[2:])
    return [a]


def jacobi_2d(n):
    a = filled(lambda i, j: (i * (j + 2) + 2) % 17 / 17, n, n)
    b = filled(lambda i, j: (i * (j + 3) + 3) % 19 / 19, n, n)
    for _ in range(20):
        for x, y in ((a, b), (b, a)):
            cross = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
            y[1:-1, 1:-1] = 0.2 * (x[1:-1, 1:-1] + cross)
    return [a]


def seidel_2d(n):
    a = filled(lambda i, j: (i * (j + 2) + 2) % 17 / 17, n, n)
    for _ in range(10):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                a[i, j] = a[i - 1 : i + 2, j - 1 : j + 2].mean()
    return [a]


def heat_3d(n):
    a = filled(lambda i, j, k: (i + 2 * j + 3 * k) % 10 / 10, n, n, n)
    inside = (slice(1, -1),) * 3
    for _ in range(40):
        second = sum(np.roll(a, 1, axis) - 2 * a + np.roll(a, -1, axis) for axis in range(3))
        new = a.copy()
        new[inside] += 0.125 * second[inside]
        a = new
    return [a]


def fdtd_2d(n):
    m = n + 5
    ex = filled(lambda i, j: i * (j + 1) % 17 / 17, n, m)
    ey = filled(lambda i, j: i * (j + 2) % 13 / 13, n, m)
    hz = filled(lambda i, j: i * (j + 3) % 11 / 11, n, m)
    for t in range(20):
        ey[0] = t
        ey[1:] -= 0.5 * np.diff(hz, axis=0)
        ex[:, 1:] -= 0.5 * np.diff(hz, axis=1)
        hz[:-1, :-1] -= 0.7 * (np.diff(ex, axis=1)[:-1] + np.diff(ey, axis=0)[:, :-1])
    return [hz]


def implicit(coefficient, right):
    """Solves the tridiagonal equations of one direction for all lines at once; both ends are 1."""
    inner = right.shape[0]
    matrix = np.diag(np.full(inner, 1 + 2 * coefficient))
    matrix -= coefficient * (np.eye(inner, k=1) + np.eye(inner, k=-1))
    right = right.copy()
    right[0] += coefficient
    right[-1] += coefficient
    return np.linalg.solve(matrix, right)


def adi(n):
    u = filled(lambda i, j: (i + n - j) % 13 / 13, n, n)
    v = np.zeros((n, n))
    steps = 5
    slow, fast = n * n / steps / 2, n * n / steps
    for _ in range(steps):
        right = slow * u[1:-1, :-2] + (1 - 2 * slow) * u[1:-1, 1:-1] + slow * u[1:-1, 2:]
        v[[0, -1], 1:-1] = 1
        v[1:-1, 1:-1] = implicit(fast, right)
        right = fast * v[:-2, 1:-1] + (1 - 2 * fast) * v[1:-1, 1:-1] + fast * v[2:, 1:-1]
        u[1:-1, [0, -1]] = 1
        u[1:-1, 1:-1] = implicit(slow, right.T).T
    return [u]


def deriche(n):
    """The sum of a causal and an anticausal recursion along the last axis, then along the first."""
    alpha, e = 0.25, np.exp(-0.25)
    k = (1 - e) ** 2 / (1 + 2 * alpha * e - np.exp(2 * alpha))
    ahead, behind = [k, k * e * (alpha - 1)], [0, k * e * (alpha + 1), -k * e * e]
    feedback = [2.0**-alpha, -e * e]

    def recursion(x, taps):
        y = np.zeros_like(x)
        for j in range(x.shape[1]):
            y[:, j] = sum(tap * x[:, j - lag] for lag, tap in enumerate(taps) if j >= lag)
            y[:, j] += sum(b * y[:, j - lag] for lag, b in enumerate(feedback, 1) if j >= lag)
        return y

    def both(x):
        return recursion(x, ahead) + recursion(x[:, ::-1], behind)[:, ::-1]

    x = filled(lambda i, j: (313 * i + 991 * j) % 4096 / 4096, n, n + 5)
    return [both(both(x).T).T]


def floyd_warshall(n):
    """Bellman's equations, repeated until nothing changes."""
    def length(i, j):
        far = ((i + j) % 13 == 0) | ((i + j) % 7 == 0) | ((i + j) % 11 == 0)
        return np.where(far, 999, 1 + i * j % 7)

    path = filled(length, n, n)
    while True:
        shorter = np.minimum(path, (path[:, :, None] + path[None, :, :]).min(axis=1))
        if (shorter == path).all():
            return [path]
        path = shorter


def nussinov(n):
    """Recursion on intervals: the last base stays alone or pairs with one before it."""
    bases = [(i * i + i // 3) % 4 for i in range(n)]
    table = np.zeros((n, n))
    best = lambda i, j: table[i, j] if i <= j else 0
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            pairs = [best(i, k - 1) + 1 + best(k + 1, j - 1) for k in range(i, j - 1) if bases[k] + bases[j] == 3]
            table[i, j] = max([best(i, j - 1), *pairs])
    return [table]


def doitgen(n):
    m, l = n + 2, n + 5
    a = filled(lambda i, j, k: (i * j + k) % 17 / 17, n, m, l)
    return [a @ filled(lambda i, j: i * j % 13 / 13, l, l)]


KERNELS = {
    "2mm": two_products,
    "3mm": three_products,
    "adi": adi,
    "atax": atax,
    "bicg": bicg,
    "cholesky": cholesky,
    "correlation": correlation,
    "covariance": covariance,
    "deriche": deriche,
    "doitgen": doitgen,
    "durbin": durbin,
    "fdtd-2d": fdtd_2d,
    "floyd-warshall": floyd_warshall,
    "gemm": gemm,
    "gemver": gemver,
    "gesummv": gesummv,
    "gramschmidt": gramschmidt,
    "heat-3d": heat_3d,
    "jacobi-1d": jacobi_1d,
    "jacobi-2d": jacobi_2d,
    "lu": lu,
    "ludcmp": ludcmp,
    "mvt": mvt,
    "nussinov": nussinov,
    "seidel-2d": seidel_2d,
    "symm": symm,
    "syr2k": syr2k,
    "syrk": syrk,
    "trisolv": trisolv,
    "trmm": trmm,
}


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 18
    for name, kernel in KERNELS.items():
        for result in kernel(size):
            print(f"{name}:", " ".join(f"{float(value):.9g}" for value in check(result)))


if __name__ == "__main__":
    main()
