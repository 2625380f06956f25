"""The kernels of the benchmark in Halide: python3 halide_kernels.py NAME SIZE REPETITIONS.

Compiled just in time for this machine; vectors of the natural width along x, rows in parallel.
Kernel h is missing: its loop ends where the data say, which Halide cannot express.
Prints what the Quasar programs print. Threads by HL_NUM_THREADS.
"""
import math
import sys
import time

import halide as hl
import numpy as np

x, y = hl.Var("x"), hl.Var("y")
LANES = hl.get_host_target().natural_vector_size(hl.Float(32))
f32 = hl.f32


def total(terms):
    """The sum of Halide expressions."""
    result = f32(0.0)
    for term in terms:
        result = result + term
    return result


def plain(f):
    return f.vectorize(x, LANES).parallel(y, 8)


def five_tap(source, other, n):
    f, s = hl.Func("five_tap"), hl.BoundaryConditions.mirror_image(source)
    f[x, y] = total(f32(w) * s[x + k - 2, y] for k, w in enumerate((0.0625, 0.25, 0.375, 0.25, 0.0625)))
    return plain(f)


def sobel(source, other, n):
    f, s = hl.Func("sobel"), hl.BoundaryConditions.mirror_image(source)
    gx = s[x + 1, y - 1] - s[x - 1, y - 1] + 2 * (s[x + 1, y] - s[x - 1, y]) + s[x + 1, y + 1] - s[x - 1, y + 1]
    gy = s[x - 1, y + 1] - s[x - 1, y - 1] + 2 * (s[x, y + 1] - s[x, y - 1]) + s[x + 1, y + 1] - s[x + 1, y - 1]
    f[x, y] = hl.sqrt(gx * gx + gy * gy)
    return plain(f)


def separable(source, other, n):
    weights = [math.exp(-((k - 7) ** 2) / 12.5) for k in range(15)]
    weights = [w / sum(weights) for w in weights]
    s = hl.BoundaryConditions.mirror_image(source)
    columns, f = hl.Func("columns"), hl.Func("separable")
    columns[x, y] = total(f32(w) * s[x, y + k - 7] for k, w in enumerate(weights))
    f[x, y] = total(f32(w) * columns[x + k - 7, y] for k, w in enumerate(weights))
    outer, inner = hl.Var("outer"), hl.Var("inner")
    f.split(y, outer, inner, 32).vectorize(x, LANES).parallel(outer)
    columns.compute_at(f, inner).vectorize(x, LANES)
    return f


def pointwise(source, other, n):
    f = hl.Func("pointwise")
    f[x, y] = f32(0.7) * source[x, y] + other[x, y] * other[x, y] + hl.exp(-source[x, y])
    return plain(f)


def bilateral(source, other, n):
    f, weights, values = hl.Func("bilateral"), [], []
    for dy in range(-3, 4):
        for dx in range(-3, 4):
            v = source[x + dx, y + dy]
            d = v - source[x, y]
            weights.append(hl.exp(f32(-12.5) * d * d - f32(0.0555556 * (dx * dx + dy * dy))))
            values.append(weights[-1] * v)
    f[x, y] = total(values) / total(weights)
    return plain(f)


def sums(source, other, n):
    lanes = LANES * 4
    part, row, f = hl.Func("part"), hl.Func("row"), hl.Func("sums")
    r, lane, line = hl.RDom([(0, n // lanes)]), hl.RDom([(0, lanes)]), hl.RDom([(0, n)])
    u = hl.Var("u")
    part[u, y] = (f32(0.0), f32(0.0))
    v = source[r.x * lanes + u, y]
    part[u, y] = (part[u, y][0] + v, part[u, y][1] + v * v)
    row[y] = (f32(0.0), f32(0.0))
    row[y] = (row[y][0] + part[lane.x, y][0], row[y][1] + part[lane.x, y][1])
    f[x] = (f32(0.0), f32(0.0))
    f[x] = (f[x][0] + row[line.x][0], f[x][1] + row[line.x][1])
    part.compute_at(row, y).vectorize(u, LANES).unroll(u)
    part.update(0).reorder(u, r.x).vectorize(u, LANES).unroll(u)
    row.compute_root().parallel(y, 16)
    row.update(0).parallel(y, 16)
    return f


def patches(source, other, n):
    f, weights, values = hl.Func("patches"), [], []
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            d = total(
                (source[x + l, y + k] - source[x + dx + l, y + dy + k]) ** 2 for k in range(-2, 3) for l in range(-2, 3)
            )
            weights.append(hl.exp(d * f32(-2.0)))
            values.append(weights[-1] * source[x + dx, y + dy])
    f[x, y] = total(values) / total(weights)
    return plain(f)


KERNELS = {
    "a": (five_tap, 0), "b": (sobel, 0), "c": (separable, 0), "d": (pointwise, 0),
    "e": (bilateral, 3), "f": (sums, 0), "i": (patches, 4),
}


def main(name, n, repetitions):
    if name not in KERNELS:
        sys.exit("not expressible")
    make, margin = KERNELS[name]
    i, j = np.indices((n, n))
    source = ((7919 * i + 104729 * j + 31 * i * j) % 1024 / 1024).astype(np.float32)
    other = ((7919 * j + 104729 * i) % 512 / 512).astype(np.float32)
    f = make(hl.Buffer(source), hl.Buffer(other), n)
    result = np.zeros_like(source)
    if name == "f":
        pair = [hl.Buffer(np.zeros(1, np.float32)), hl.Buffer(np.zeros(1, np.float32))]
        run = lambda: f.realize(pair)
    else:
        inside = hl.Buffer(result[margin : n - margin, margin : n - margin])
        inside.set_min([margin, margin])
        run = lambda: f.realize(inside)
    run()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1e3)
    if name == "f":
        result[0, 0], result[0, 1] = pair[0][0], pair[1][0]
    print("times:", times)
    wide = result.astype(np.float64)
    print("check:", wide.sum(), (wide * wide).sum(), result[0, 0], result[n // 2, n // 3], result[n - 5, n - 7])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
