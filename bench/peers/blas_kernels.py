"""The kernels of the benchmark that BLAS has, by SciPy: python3 blas_kernels.py NAME SIZE REPETITIONS.

Only f, sums and sums of squares: products with a vector of ones and with itself. Threads by OPENBLAS_NUM_THREADS.
"""
import sys
import time

import numpy as np
from scipy.linalg.blas import sdot


def main(name, n, repetitions):
    if name != "f":
        sys.exit("not expressible")
    i, j = np.indices((n, n))
    x = ((7919 * i + 104729 * j + 31 * i * j) % 1024 / 1024).astype(np.float32).reshape(-1)
    ones, y, times = np.ones_like(x), np.zeros((n, n)), []
    for _ in range(repetitions):
        start = time.perf_counter()
        y[0, 0], y[0, 1] = sdot(x, ones), sdot(x, x)
        times.append((time.perf_counter() - start) * 1e3)
    print("times:", times)
    print("check:", y.sum(), (y * y).sum(), y[0, 0], y[n // 2, n // 3], y[n - 5, n - 7])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
