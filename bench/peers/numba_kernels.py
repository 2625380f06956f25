"""The kernels of the benchmark in numba: python3 numba_kernels.py NAME SIZE REPETITIONS.

Prints what the Quasar programs print. Threads by NUMBA_NUM_THREADS.
"""
import math
import sys
import time

import numba
import numpy as np

F = np.float32
fast = numba.njit(parallel=True, fastmath=True, cache=True)


@numba.njit(inline="always")
def mirror(i, n):
    return -i - 1 if i < 0 else 2 * n - 1 - i if i >= n else i


@numba.njit
def edge(x, y, j, n):
    s = F(0)
    for k, w in enumerate((0.0625, 0.25, 0.375, 0.25, 0.0625)):
        s += F(w) * x[mirror(j + k - 2, n)]
    y[j] = s


@fast
def a(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(n):
        for j in (0, 1, n - 2, n - 1):
            edge(x[i], y[i], j, n)
        # Indices that can be negative cost numba its vectors.
        for j in range(n - 4):
            y[i, j + 2] = F(0.0625) * x[i, j] + F(0.25) * x[i, j + 1] + F(0.375) * x[i, j + 2] + F(0.25) * x[i, j + 3] + F(0.0625) * x[i, j + 4]


@numba.njit(inline="always")
def gradient(x, u, i, d, l, j, r):
    gx = x[u, r] - x[u, l] + F(2) * (x[i, r] - x[i, l]) + x[d, r] - x[d, l]
    gy = x[d, l] - x[u, l] + F(2) * (x[d, j] - x[u, j]) + x[d, r] - x[u, r]
    return math.sqrt(gx * gx + gy * gy)


@fast
def b(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(n):
        u, d = mirror(i - 1, n), mirror(i + 1, n)
        y[i, 0] = gradient(x, u, i, d, 0, 0, 1)
        y[i, n - 1] = gradient(x, u, i, d, n - 2, n - 1, n - 1)
        for j in range(1, n - 1):
            y[i, j] = gradient(x, u, i, d, j - 1, j, j + 1)


@fast
def c(x, z, y, t):
    n = x.shape[0]
    w = np.exp(-((np.arange(15) - 7) ** 2) / 12.5).astype(np.float32)
    w /= w.sum()
    for i in numba.prange(n):
        for j in range(7):
            for column in (j, n - 1 - j):
                s = F(0)
                for k in range(15):
                    s += w[k] * x[i, mirror(column + k - 7, n)]
                t[i, column] = s
        for j in range(7, n - 7):
            s = F(0)
            for k in range(15):
                s += w[k] * x[i, j + k - 7]
            t[i, j] = s
    for i in numba.prange(n):
        y[i, :] = F(0)
        for k in range(15):
            row = mirror(i + k - 7, n)
            for j in range(n):
                y[i, j] += w[k] * t[row, j]


@fast
def d(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(n):
        for j in range(n):
            y[i, j] = F(0.7) * x[i, j] + z[i, j] * z[i, j] + math.exp(-x[i, j])


@numba.njit(fastmath=True, error_model="numpy")
def bilateral_row(x, i, y, s, total):
    """A term of the windows for all pixels of a row, which vectors can do."""
    n = x.shape[1]
    s[:] = F(0)
    total[:] = F(0)
    centre = x[i, 3 : n - 3]
    for di in range(-3, 4):
        for dj in range(-3, 4):
            place = F(0.0555556) * F(di * di + dj * dj)
            other = x[i + di, 3 + dj : n - 3 + dj]
            for j in range(n - 6):
                d = other[j] - centre[j]
                weight = math.exp(F(-12.5) * d * d - place)
                s[j] += weight * other[j]
                total[j] += weight
    for j in range(n - 6):
        y[j] = s[j] / total[j]


@fast
def e(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(3, n - 3):
        bilateral_row(x, i, y[i, 3 : n - 3], np.empty(n - 6, np.float32), np.empty(n - 6, np.float32))


@fast
def f(x, z, y, t):
    n = x.shape[0]
    s, q = F(0), F(0)
    for i in numba.prange(n):
        row_s, row_q = F(0), F(0)
        for j in range(n):
            row_s += x[i, j]
            row_q += x[i, j] * x[i, j]
        s += row_s
        q += row_q
    y[0, 0] = s
    y[0, 1] = q


@fast
def counts(x, y, threads):
    n = x.shape[0]
    own = np.zeros((threads, 256), np.int32)
    for part in numba.prange(threads):
        for i in range(part * n // threads, (part + 1) * n // threads):
            for j in range(n):
                own[part, int(F(255) * x[i, j])] += 1
    for k in range(256):
        y[0, k] = own[:, k].sum()


def g(x, z, y, t):
    # What asks for the number of threads is not kept for the next run.
    counts(x, y, numba.get_num_threads())


@numba.njit(fastmath=True)
def mandelbrot_block(y, start, step, ci, zr, zi, count):
    """Pixels side by side that go on until the last of them is outside."""
    lanes = min(zr.size, y.size - start)
    zr[:] = F(0)
    zi[:] = F(0)
    count[:] = F(0)
    for _ in range(256):
        inside = F(0)
        for l in range(lanes):
            r, m = zr[l], zi[l]
            go = F(1) if r * r + m * m <= F(4) else F(0)
            zr[l] = r * r - m * m + (F(-2) + step * F(start + l)) if go > 0 else r
            zi[l] = F(2) * r * m + ci if go > 0 else m
            count[l] += go
            inside += go
        if inside == 0:
            break
    for l in range(lanes):
        y[start + l] = count[l]


@fast
def h(x, z, y, t):
    n = x.shape[0]
    step = F(2.5) / F(n)
    for i in numba.prange(n):
        zr, zi, count = np.empty(32, np.float32), np.empty(32, np.float32), np.empty(32, np.float32)
        for block in range((n + 31) // 32):
            mandelbrot_block(y[i], 32 * block, step, F(-1.25) + step * F(i), zr, zi, count)


@numba.njit(fastmath=True, error_model="numpy")
def patches_row(x, i, y, d, s, total):
    """Columns of five differences for a row, then five of these beside each other."""
    n = x.shape[1]
    s[:] = F(0)
    total[:] = F(0)
    for di in range(-2, 3):
        for dj in range(-2, 3):
            d[:] = F(0)
            for k in range(-2, 3):
                centre, other = x[i + k, 2 : n - 2], x[i + k + di, 2 + dj : n - 2 + dj]
                for j in range(n - 4):
                    d[j] += (centre[j] - other[j]) ** 2
            other = x[i + di, 4 + dj : n - 4 + dj]
            for j in range(n - 8):
                weight = math.exp(F(-2) * (d[j] + d[j + 1] + d[j + 2] + d[j + 3] + d[j + 4]))
                s[j] += weight * other[j]
                total[j] += weight
    for j in range(n - 8):
        y[j] = s[j] / total[j]


@fast
def i(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(4, n - 4):
        patches_row(x, i, y[i, 4 : n - 4], np.empty(n - 4, np.float32), np.empty(n - 8, np.float32), np.empty(n - 8, np.float32))


@fast
def k(x, z, y, t):
    n = x.shape[0]
    for i in numba.prange(1, n - 1):
        m = np.empty((3, 3), np.float32)
        for j in range(1, n - 1):
            s = F(0)
            for p in range(3):
                for q in range(3):
                    m[p, q] = F(0)
                    for r in range(3):
                        m[p, q] += x[i + p - 1, j + r - 1] * z[i, j + r - 1] * x[i + q - 1, j + r - 1]
                    s += m[p, q]
            y[i, j] = (
                s
                + m[0, 0] * (m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1])
                - m[0, 1] * (m[1, 0] * m[2, 2] - m[1, 2] * m[2, 0])
                + m[0, 2] * (m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0])
            )


def main(name, n, repetitions):
    i, j = np.indices((n, n))
    x = ((7919 * i + 104729 * j + 31 * i * j) % 1024 / 1024).astype(np.float32)
    z = ((7919 * j + 104729 * i) % 512 / 512).astype(np.float32)
    y, t = np.zeros_like(x), np.zeros_like(x)
    kernel = globals()[name]
    kernel(x, z, y, t)
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        kernel(x, z, y, t)
        times.append((time.perf_counter() - start) * 1e3)
    print("times:", times)
    wide = y.astype(np.float64)
    print("check:", wide.sum(), (wide * wide).sum(), y[0, 0], y[n // 2, n // 3], y[n - 5, n - 7])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
