"""What the peers in Python share: inputs, clock, sums and samples.

A peer has a table KERNELS of functions that take the arrays of a kernel by name and give its results; `main` calls one of them as the command line
says, `NAME SIZE REPETITIONS`, and prints what the Quasar programs print. The arrays that a kernel changes are made anew before each repetition, outside of the clock.
"""
import sys
import time

import numpy as np

F = np.float32
ALPHA, BETA = F(1.5), F(1.2)
STRIP = 1 << 22  # elements of an array that are made at a time


def filled(formula, *shape):
    """An array by a formula of its indices, in strips of rows, so that large ones need no more memory than they have."""
    made = np.empty(shape, F)
    rows = max(STRIP // max(int(np.prod(shape[1:])), 1), 1)
    for start in range(0, shape[0], rows):
        block = made[start : start + rows]
        first, *rest = np.ogrid[tuple(slice(0, size) for size in block.shape)]
        block[...] = formula(first + start, *rest)
    return made


def cycle(period):
    return lambda i: i % period / period


def zeros(*shape):
    return np.zeros(shape, F)


def factors(n, m, p):
    return {"a": filled(lambda i, k: (i * k + 1) % 17 / 17, n, p), "b": filled(lambda k, j: (k * j + 2 * k) % 13 / 13, p, m)}


def third(n, m):
    return filled(lambda i, j: (i + 3 * j) % 11 / 11, n, m)


def periodic(n, m):
    return filled(lambda i, j: (i + 3 * j) % 17 / 17, n, m)


def dominant(n, formula):
    a = filled(lambda i, j: formula(i, j) % 7 / (8 * n), n, n)
    np.fill_diagonal(a, 1)
    return a


def triangular(n):
    return {"a": filled(lambda i, k: (i + k) % 17 / 17, n, n), "b": filled(lambda i, j: (2 * n + i - j + 5) % 13 / 13, n, n + 5)}


def data(n):
    return filled(lambda i, j: (i * i + 5 * i * j + 3 * j) % 23 / 4, n + 5, n)


def orthogonal(n):
    a = filled(lambda i, j: (i * i + 3 * j) % 7 / (8 * n), n + 5, n)
    a[np.arange(n), np.arange(n)] = 1
    return a


def lengths(i, j):
    far = ((i + j) % 13 == 0) | ((i + j) % 7 == 0) | ((i + j) % 11 == 0)
    return np.where(far, 999, 1 + i * j % 7)


def lower(n):
    l = filled(lambda i, j: (1 + (i + j) % 7) / (10 * n), n, n)
    np.fill_diagonal(l, 1)
    return l


def heat(n):
    return filled(lambda i, j, k: (i + 2 * j + 3 * k) % 10 / 10, n, n, n)


def strand(n):
    i = np.arange(n)
    return (i * i + i // 3) % 4


# The arrays of each kernel of size n, and the names of those that a repetition changes.
INPUTS = {
    "gemm": (lambda n: factors(n, n + 5, n + 9) | {"c": third(n, n + 5)}, "c"),
    "2mm": (
        lambda n: factors(n, n + 5, n + 9)
        | {"c": filled(lambda k, j: (2 * k + j * j) % 19 / 19, n + 5, n + 2), "d": third(n, n + 2), "t": zeros(n, n + 5)},
        "dt",
    ),
    "3mm": (
        lambda n: factors(n, n + 5, n + 9)
        | {"c": filled(lambda k, j: (2 * k + j * j) % 19 / 19, n + 5, n + 3), "d": third(n + 3, n + 2)}
        | {"e": zeros(n, n + 5), "f": zeros(n + 5, n + 2), "g": zeros(n, n + 2)},
        "efg",
    ),
    "atax": (
        lambda n: {"a": filled(lambda i, j: (i + 3 * j) % 17 / (5 * n), n, n + 6), "x": filled(lambda j: 1 + j % 9 / 9, n + 6), "y": zeros(n + 6)},
        "y",
    ),
    "bicg": (
        lambda n: {"a": periodic(n, n + 6), "p": filled(cycle(9), n + 6), "r": filled(cycle(7), n), "q": zeros(n), "s": zeros(n + 6)},
        "qs",
    ),
    "mvt": (lambda n: {"a": periodic(n, n)} | {name: filled(cycle(d), n) for name, d in (("x1", 5), ("x2", 6), ("y1", 7), ("y2", 9))}, ["x1", "x2"]),
    "gemver": (
        lambda n: {"a": periodic(n, n), "w": zeros(n), "x": zeros(n), "y": filled(lambda i: i % 11 / (11 * n), n)}
        | {name: filled(cycle(d), n) for name, d in (("u1", 5), ("u2", 6), ("v1", 7), ("v2", 9), ("z", 13))},
        "awx",
    ),
    "gesummv": (
        lambda n: {"a": periodic(n, n), "b": filled(lambda i, j: (2 * i + j) % 13 / 13, n, n), "x": filled(cycle(7), n), "y": zeros(n)},
        "y",
    ),
    "syrk": (lambda n: {"a": factors(n, 1, n + 5)["a"], "c": third(n, n)}, "c"),
    "syr2k": (lambda n: {"a": factors(n, 1, n + 5)["a"], "b": filled(lambda i, k: (i * k + 2 * k) % 13 / 13, n, n + 5), "c": third(n, n)}, "c"),
    "symm": (lambda n: triangular(n) | {"c": third(n, n + 5)}, "c"),
    "trmm": (triangular, "b"),
    "trisolv": (lambda n: {"l": lower(n), "x": zeros(n), "b": filled(lambda i: 1 + i % 5 / 5, n)}, "x"),
    "durbin": (lambda n: {"r": filled(lambda i: (1 + i % 5) / (10 * n), n), "y": zeros(n), "z": zeros(n)}, "yz"),
    "lu": (lambda n: {"a": dominant(n, lambda i, j: i + 3 * j)}, "a"),
    "ludcmp": (
        lambda n: {"a": dominant(n, lambda i, j: i + 3 * j), "b": filled(lambda i: 1 + i % 5 / 5, n), "x": zeros(n), "y": zeros(n)},
        "axy",
    ),
    "cholesky": (lambda n: {"a": dominant(n, lambda i, j: i + j)}, "a"),
    "gramschmidt": (lambda n: {"a": orthogonal(n), "r": zeros(n, n), "q": zeros(n + 5, n)}, "arq"),
    "correlation": (lambda n: {"x": data(n), "c": zeros(n, n)}, "xc"),
    "covariance": (lambda n: {"x": data(n), "c": zeros(n, n)}, "xc"),
    "jacobi-1d": (lambda n: {"a": filled(lambda i: 1 + i * 3 % 7 / 7, n), "b": filled(lambda i: 1 + i * 3 % 11 / 11, n)}, "ab"),
    "jacobi-2d": (
        lambda n: {"a": filled(lambda i, j: (i * (j + 2) + 2) % 17 / 17, n, n), "b": filled(lambda i, j: (i * (j + 3) + 3) % 19 / 19, n, n)},
        "ab",
    ),
    "seidel-2d": (lambda n: {"a": filled(lambda i, j: (i * (j + 2) + 2) % 17 / 17, n, n)}, "a"),
    "heat-3d": (lambda n: {"a": heat(n), "b": heat(n)}, "ab"),
    "fdtd-2d": (
        lambda n: {
            name: filled(lambda i, j, k=k, d=d: i * (j + k) % d / d, n, n + 5) for name, k, d in (("ex", 1, 17), ("ey", 2, 13), ("hz", 3, 11))
        },
        ["ex", "ey", "hz"],
    ),
    "adi": (lambda n: {"u": filled(lambda i, j: (i + n - j) % 13 / 13, n, n)} | {name: zeros(n, n) for name in "vpq"}, "uvpq"),
    "deriche": (
        lambda n: {"x": filled(lambda i, j: (313 * i + 991 * j) % 4096 / 4096, n, n + 5)} | {name: zeros(n, n + 5) for name in ("y1", "y2", "out")},
        ["y1", "y2", "out"],
    ),
    "floyd-warshall": (lambda n: {"path": filled(lengths, n, n)}, ["path"]),
    "nussinov": (lambda n: {"bases": strand(n).astype(np.int32), "table": np.zeros((n, n), np.int32)}, ["table"]),
    "doitgen": (
        lambda n: {
            "a": filled(lambda i, j, k: (i * j + k) % 17 / 17, n, n + 2, n + 5), "c4": filled(lambda i, j: i * j % 13 / 13, n + 5, n + 5)
        },
        "a",
    ),
}


def check(x):
    """As in check.q, in double precision."""
    y = np.ascontiguousarray(x).reshape(-1)
    sums = np.zeros(3)
    for start in range(0, y.size, STRIP):
        part = y[start : start + STRIP].astype(np.float64)
        weights = 1 + (5 * np.arange(start, start + part.size)) % 7
        sums += [part.sum(), (part * weights).sum(), (part * part).sum()]
    return [*sums, y[0], y[y.size // 3], y[-1]]


def main(kernels):
    name, n, repetitions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if name not in kernels:
        sys.exit("not expressible")
    make, changed = INPUTS[name]
    arrays = make(n)
    kernel, times, results = kernels[name], [], None
    fresh = {key: value.copy() for key, value in arrays.items() if key in changed}
    kernel(**arrays)  # compiles
    for _ in range(repetitions):
        for key, value in fresh.items():
            np.copyto(arrays[key], value)
        start = time.perf_counter()
        results = kernel(**arrays)
        times.append((time.perf_counter() - start) * 1e3)
    print("times:", times)
    for result in results:
        print("check:", *(f"{float(value):.9g}" for value in check(result)))
