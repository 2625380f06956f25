"""The kernels of the benchmark in Halide: python3 halide_kernels.py FOLDER.

Writes an object file for each kernel, compiled ahead of time for this machine, and the runtime; halide_driver.c is linked with them.
Schedules: vectors of the natural width along x, strips of rows in parallel, interiors apart from borders (Halide splits loops where
boundary conditions are decided), intermediate results in the strips that need them, window rows kept between neighbours.
Kernel h computes all 256 iterations of each pixel, as Halide's loops cannot end where the data say.
"""
import math
import sys
from pathlib import Path

import halide as hl

x, y, u, yo, yi = (hl.Var(name) for name in ("x", "y", "u", "yo", "yi"))
TARGET = hl.get_host_target()
LANES = TARGET.natural_vector_size(hl.Float(32))
f32 = hl.f32


def total(terms):
    """The sum of Halide expressions."""
    result = f32(0.0)
    for term in terms:
        result = result + term
    return result


def strips(f, rows=16, vectors=1):
    """Strips of rows in parallel, vectors along x; what does not fill a vector is computed again at the end of the row."""
    return f.split(y, yo, yi, rows, hl.TailStrategy.GuardWithIf).parallel(yo).vectorize(x, LANES * vectors, hl.TailStrategy.ShiftInwards)


def five_tap(source, other):
    f, s = hl.Func("five_tap"), hl.BoundaryConditions.mirror_image(source)
    f[x, y] = total(f32(w) * s[x + k - 2, y] for k, w in enumerate((0.0625, 0.25, 0.375, 0.25, 0.0625)))
    return strips(f)


def sobel(source, other):
    f, s = hl.Func("sobel"), hl.BoundaryConditions.mirror_image(source)
    gx = s[x + 1, y - 1] - s[x - 1, y - 1] + 2 * (s[x + 1, y] - s[x - 1, y]) + s[x + 1, y + 1] - s[x - 1, y + 1]
    gy = s[x - 1, y + 1] - s[x - 1, y - 1] + 2 * (s[x, y + 1] - s[x, y - 1]) + s[x + 1, y + 1] - s[x + 1, y - 1]
    f[x, y] = hl.sqrt(gx * gx + gy * gy)
    return strips(f)


def separable(source, other):
    weights = [math.exp(-((k - 7) ** 2) / 12.5) for k in range(15)]
    weights = [w / sum(weights) for w in weights]
    s = hl.BoundaryConditions.mirror_image(source)
    columns, f = hl.Func("columns"), hl.Func("separable")
    columns[x, y] = total(f32(w) * s[x, y + k - 7] for k, w in enumerate(weights))
    f[x, y] = total(f32(w) * columns[x + k - 7, y] for k, w in enumerate(weights))
    strips(f, 32)
    columns.compute_at(f, yi).vectorize(x, LANES)
    return f


def pointwise(source, other):
    f = hl.Func("pointwise")
    f[x, y] = f32(0.7) * source[x, y] + other[x, y] * other[x, y] + hl.exp(-source[x, y])
    return strips(f)


def bilateral(source, other):
    f, weights, values = hl.Func("bilateral"), [], []
    for dy in range(-3, 4):
        for dx in range(-3, 4):
            v = source[x + dx, y + dy]
            d = v - source[x, y]
            weights.append(hl.exp(f32(-12.5) * d * d - f32(0.0555556 * (dx * dx + dy * dy))))
            values.append(weights[-1] * v)
    f[x, y] = total(values) / total(weights)
    return strips(f, 8)


def sums(source, other):
    """Lanes of a row first, then the lanes, then the rows: every step in vectors or in parallel."""
    lanes = LANES * 4
    part, row, f = hl.Func("part"), hl.Func("row"), hl.Func("sums")
    n = source.width()
    r, lane, line = hl.RDom([(0, n / lanes)]), hl.RDom([(0, lanes)]), hl.RDom([(0, source.height())])
    part[u, y] = (f32(0.0), f32(0.0))
    v = source[r.x * lanes + u, y]
    part[u, y] = (part[u, y][0] + v, part[u, y][1] + v * v)
    row[y] = (f32(0.0), f32(0.0))
    row[y] = (row[y][0] + part[lane.x, y][0], row[y][1] + part[lane.x, y][1])
    both = hl.Func("both")
    both[()] = (f32(0.0), f32(0.0))
    both[()] = (both[()][0] + row[line.x][0], both[()][1] + row[line.x][1])
    f[x, y] = hl.select(x == 0, both[()][0], both[()][1])
    part.compute_at(row, y).vectorize(u, LANES).unroll(u)
    part.update(0).reorder(u, r.x).vectorize(u, LANES).unroll(u)
    row.compute_root().parallel(y, 16)
    row.update(0).parallel(y, 16)
    both.compute_root()
    return f


def histogram(source, other):
    """Strips of 64 rows count by themselves, and their counts are added in vectors."""
    rows = 64
    part, f = hl.Func("part"), hl.Func("histogram")
    r, strip = hl.RDom([(0, source.width()), (0, rows)]), hl.RDom([(0, (source.height() + rows - 1) / rows)])
    line = y * rows + r.y
    r.where(line < source.height())
    level = hl.clamp(hl.i32(f32(255.0) * source[r.x, hl.min(line, source.height() - 1)]), 0, 255)
    part[x, y] = hl.i32(0)
    part[level, y] = part[level, y] + 1
    counts = hl.Func("counts")
    counts[x] = hl.i32(0)
    counts[x] = counts[x] + part[x, strip.x]
    f[x, y] = hl.cast(hl.Float(32), counts[x])
    part.compute_root().vectorize(x, LANES).parallel(y)
    part.update(0).parallel(y)
    counts.compute_root().vectorize(x, LANES)
    counts.update(0).reorder(x, strip.x).vectorize(x, LANES)
    return f.vectorize(x, LANES, hl.TailStrategy.GuardWithIf)


def mandelbrot(source, other):
    z, f = hl.Func("z"), hl.Func("mandelbrot")
    r = hl.RDom([(0, 256)])
    step = f32(2.5) / hl.cast(hl.Float(32), source.width())
    cr = f32(-2.0) + step * hl.cast(hl.Float(32), x)
    ci = f32(-1.25) + step * hl.cast(hl.Float(32), y)
    z[x, y] = (f32(0.0), f32(0.0), f32(0.0))
    a, b, count = z[x, y][0], z[x, y][1], z[x, y][2]
    inside = (a * a + b * b <= f32(4.0)) & (count == hl.cast(hl.Float(32), r.x))
    z[x, y] = (
        hl.select(inside, a * a - b * b + cr, a), hl.select(inside, f32(2.0) * a * b + ci, b), hl.select(inside, count + f32(1.0), count)
    )
    f[x, y] = z[x, y][2]
    xo, xi = hl.Var("xo"), hl.Var("xi")
    f.split(x, xo, xi, LANES * 4, hl.TailStrategy.ShiftInwards).vectorize(xi, LANES).parallel(y, 8)
    z.compute_at(f, xo).vectorize(x, LANES).unroll(x)
    z.update(0).reorder(x, r.x).vectorize(x, LANES).unroll(x)
    return f


def patches(source, other):
    f, weights, values = hl.Func("patches"), [], []
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            d = total((source[x + l, y + k] - source[x + dx + l, y + dy + k]) ** 2 for k in range(-2, 3) for l in range(-2, 3))
            weights.append(hl.exp(d * f32(-2.0)))
            values.append(weights[-1] * source[x + dx, y + dy])
    f[x, y] = total(values) / total(weights)
    return strips(f, 8)


def products(source, other):
    f = hl.Func("products")
    v = [[source[x + l, y + k] for l in (-1, 0, 1)] for k in (-1, 0, 1)]
    d = [other[x + l, y] for l in (-1, 0, 1)]
    m = [[total(v[k][q] * d[q] * v[l][q] for q in range(3)) for l in range(3)] for k in range(3)]
    determinant = (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )
    f[x, y] = determinant + total(value for row in m for value in row)
    return strips(f)


KERNELS = {
    "a": five_tap, "b": sobel, "c": separable, "d": pointwise, "e": bilateral, "f": sums, "g": histogram, "h": mandelbrot, "i": patches,
    "k": products,
}


def main(folder):
    for name, make in KERNELS.items():
        source, other = hl.ImageParam(hl.Float(32), 2, "source"), hl.ImageParam(hl.Float(32), 2, "other")
        function = make(source, other)
        outputs = {hl.OutputFileType.object: str(folder / f"{name}.o")}
        target = TARGET.with_feature(hl.TargetFeature.NoRuntime)
        function.compile_to(outputs, [source, other], f"kernel_{name}", target)
    hl.compile_standalone_runtime(str(folder / "runtime.o"), TARGET)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
