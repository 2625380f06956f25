"""The expressions of bench/quasar/expressions.q in NumPy, as one would write them."""
import sys
import time

import numpy as np


def chain(a, x, y):
    return a * x + y**2 + np.exp(-x)


def statements(a, x, y):
    t = a * x
    u = t + y**2
    return u + np.exp(-x)


def slices(x, y):
    return x[1:, :] - x[:-1, :] + np.float32(0.5) * y[:-1, :]


def main(which, n, repetitions):
    i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    x = (((7919 * i + 104729 * j + 31 * i * j) % 1024) / 1024).astype(np.float32)
    y = (((7919 * j + 104729 * i) % 512) / 512).astype(np.float32)
    z = np.zeros((n, n), np.float32)
    factor, keep, take, largest, times = (*map(np.float32, (0.7, 0.75, 0.25, 0)), [])
    for _ in range(repetitions):
        start = time.perf_counter()
        if which == "chain":
            z = chain(factor, x, y)
        elif which == "statements":
            z = statements(factor, x, y)
        elif which == "slices":
            z = slices(x, y)
        elif which == "update":
            z = keep * z + take * x
        else:
            largest = np.abs(x - y).max()
        times.append((time.perf_counter() - start) * 1e3)
    print("times: [" + ",".join(f"{t:.6f}" for t in times) + "]")
    print("check:", z.sum(dtype=np.float64), z[0, 0], z[n // 2, n // 3], z[n - 5, n - 7], largest)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
