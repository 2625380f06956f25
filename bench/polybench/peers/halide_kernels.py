"""The kernels of PolyBench that are products of matrices and vectors or stencils in Halide, compiled just in time, with schedules by hand.

Products: the right factor packed, tiles of the result in registers while k runs, strips of rows in parallel. Stencils: vectors along rows, strips of rows in
parallel, a pipeline for each step of time.
"""
import halide as hl
import numpy as np
from harness import ALPHA, BETA, main

x, y, z, xi, yi, xo, yo, u = (hl.Var(name) for name in ("x", "y", "z", "xi", "yi", "xo", "yo", "u"))
LANES = hl.get_host_target().natural_vector_size(hl.Float(32))
ROWS, WIDTH = 6, (4 if LANES == 16 else 2) * LANES  # of a tile of a product: with 16 lanes there are 32 registers, else 16
f32 = hl.f32
COMPILED = {}


def compiled(name, make, *arrays):
    """A pipeline for these arrays, made at its first call: `make` gets buffers, the last of `arrays` is what it writes."""
    key = (name, *(array.ctypes.data for array in arrays))
    if key not in COMPILED:
        buffers = [hl.Buffer(array) for array in arrays]
        function = make(*buffers[:-1])
        function.compile_jit()
        COMPILED[key] = function, buffers[-1], buffers
    return COMPILED[key]


def call(name, make, *arrays):
    function, target, _ = compiled(name, make, *arrays)
    function.realize(target)


def kept(name, like):
    """An array of this form that is allocated once."""
    if name not in COMPILED:
        COMPILED[name] = np.empty(like.shape, like.dtype)
    return COMPILED[name]


def tiled(left, right, depth, scale, add=None):
    """scale*left*right + add: the columns of the right factor are packed side by side, tiles of the result stay in registers while k runs."""
    total, packed, f = hl.Func("total"), hl.Func("packed"), hl.Func("product")
    k, q = hl.RDom([(0, depth)]), hl.Var("q")
    packed[u, q, xo] = right(hl.min(xo * WIDTH + u, right.width - 1), q)
    total[u, y, xo] = f32(0.0)
    total[u, y, xo] += left(k, y) * packed[u, k, xo]
    f[x, y] = total[x % WIDTH, y, x / WIDTH] * f32(scale) + (add(x, y) if add else f32(0.0))
    f.split(x, xo, xi, WIDTH, hl.TailStrategy.GuardWithIf).split(y, y, yi, ROWS, hl.TailStrategy.ShiftInwards)
    f.split(y, yo, y, 16, hl.TailStrategy.GuardWithIf).reorder(xi, yi, y, xo, yo).parallel(yo)
    f.vectorize(xi, LANES).unroll(xi).unroll(yi)
    total.compute_at(f, y).bound_extent(u, WIDTH).bound_extent(y, ROWS).vectorize(u, LANES).unroll(u).unroll(y)
    total.update(0).reorder(u, y, k).vectorize(u, LANES).unroll(u).unroll(y)
    packed.compute_root().bound_extent(u, WIDTH).vectorize(u, LANES).parallel(xo)
    return f


class Factor:
    """A matrix as a function of column and row, or of row and column."""

    def __init__(self, buffer, transposed=False):
        self.buffer, self.transposed, self.width = buffer, transposed, buffer.height() if transposed else buffer.width()

    def __call__(self, column, row):
        return self.buffer[row, column] if self.transposed else self.buffer[column, row]


def product(alpha, beta):
    """alpha*a*b + beta*c; without c where beta is 0."""
    return lambda a, b, *c: tiled(Factor(a), Factor(b), a.width(), alpha, (lambda x, y: f32(beta) * c[0][x, y]) if c else None)


def gemm(a, b, c):
    result = kept("result", c)
    call("gemm", product(ALPHA, BETA), a, b, c, result)
    return [result]


def two_products(a, b, c, d, t):
    call("first", product(ALPHA, 0), a, b, t)
    result = kept("result", d)
    call("second", product(1, BETA), t, c, d, result)
    return [result]


def three_products(a, b, c, d, e, f, g):
    call("e", product(1, 0), a, b, e)
    call("f", product(1, 0), c, d, f)
    call("g", product(1, 0), e, f, g)
    return [g]


def doitgen(a, c4):
    rows = a.reshape(-1, a.shape[2])
    result = kept("result", rows)
    call("rows", product(1, 0), rows, c4, result)
    np.copyto(rows, result)
    return [a]


def rows_times(alpha, with_y):
    """y + alpha*a*v: lanes of a row first, then their sum."""

    def make(a, v, *rest):
        lanes = 4 * LANES
        part, f, m = hl.Func("part"), hl.Func("times"), a.width()
        r, tail, lane = hl.RDom([(0, m // lanes)]), hl.RDom([(m // lanes * lanes, m % lanes)]), hl.RDom([(0, lanes)])
        part[u, x] = f32(0.0)
        part[u, x] += a[r * lanes + u, x] * v[r * lanes + u]
        sums, ends = hl.Func("sums"), hl.Func("ends")
        ends[x] = f32(0.0)
        ends[x] += a[tail, x] * v[tail]
        sums[x] = ends[x]
        sums[x] += part[lane, x]
        f[x] = sums[x] * f32(alpha) + (rest[0][x] if with_y else f32(0.0))
        f.split(x, xo, x, 64, hl.TailStrategy.GuardWithIf).parallel(xo)
        sums.compute_at(f, x)
        ends.compute_at(f, x)
        part.compute_at(f, x).vectorize(u, LANES).unroll(u)
        part.update(0).reorder(u, r).vectorize(u, LANES).unroll(u)
        return f

    return make


def columns_times(alpha, with_y, strips=16):
    """y + alpha*a'*v: strips of rows have sums of their own, in parallel, and are added."""

    def make(a, v, *rest):
        part, f, n = hl.Func("part"), hl.Func("columns"), a.height()
        height = (n + strips - 1) // strips
        r, strip = hl.RDom([(0, height)]), hl.RDom([(0, strips)])
        row = y * height + r
        r.where(row < n)
        safe = hl.min(row, n - 1)
        part[x, y] = f32(0.0)
        part[x, y] += a[x, safe] * v[safe]
        total = hl.Func("total")
        total[x] = f32(0.0)
        total[x] += part[x, strip]
        f[x] = total[x] * f32(alpha) + (rest[0][x] if with_y else f32(0.0))
        part.compute_root().vectorize(x, LANES).parallel(y)
        part.update(0).reorder(x, r, y).vectorize(x, LANES, hl.TailStrategy.GuardWithIf).parallel(y)
        f.vectorize(x, LANES, hl.TailStrategy.GuardWithIf)
        total.compute_root().vectorize(x, LANES)
        total.update(0).reorder(x, strip).vectorize(x, LANES, hl.TailStrategy.GuardWithIf)
        return f

    return make


def atax(a, x, y):
    t = kept("t", a[:, 0])
    call("ax", rows_times(1, False), a, x, t)
    call("atax", columns_times(1, False), a, t, y)
    return [y]


def bicg(a, p, r, q, s):
    call("ap", rows_times(1, False), a, p, q)
    call("atr", columns_times(1, False), a, r, s)
    return [q, s]


def mvt(a, x1, x2, y1, y2):
    call("x1", rows_times(1, True), a, y1, x1, x1)
    call("x2", columns_times(1, True), a, y2, x2, x2)
    return [x1, x2]


def rank_two(u1, v1, u2, v2, a):
    f = hl.Func("rank_two")
    f[x, y] = a[x, y] + u1[y] * v1[x] + u2[y] * v2[x]
    return f.split(y, yo, yi, 16, hl.TailStrategy.GuardWithIf).parallel(yo).vectorize(x, LANES, hl.TailStrategy.GuardWithIf)


def gemver(a, w, x, y, u1, u2, v1, v2, z):
    call("update", rank_two, u1, v1, u2, v2, a, a)
    call("x", columns_times(BETA, True), a, y, z, x)
    call("w", rows_times(ALPHA, False), a, x, w)
    return [w]


def gesummv(a, b, x, y):
    t = kept("t", y)
    call("ax", rows_times(ALPHA, False), a, x, t)
    call("bx", rows_times(BETA, True), b, x, t, y)
    return [y]


def symmetric(scale):
    """scale*a'*a, all of its tiles."""
    return lambda a: tiled(Factor(a, transposed=True), Factor(a), a.height(), scale)


def covariance(x, c):
    x -= x.mean(axis=0)
    call("covariance", symmetric(1 / (x.shape[0] - 1)), x, c)
    return [c]


def correlation(x, c):
    x -= x.mean(axis=0)
    deviation = np.sqrt(np.einsum("ij,ij->j", x, x) / x.shape[0])
    x /= np.sqrt(np.float32(x.shape[0])) * np.where(deviation <= 0.1, 1, deviation)
    call("correlation", symmetric(1), x, c)
    np.fill_diagonal(c, 1)
    return [c]


def inside(array):
    """The inner part of an array as a view, and where it begins, for a stencil that leaves the border."""
    return array[tuple(slice(1, -1) for _ in array.shape)]


def stencil(name, make, source, target):
    key = (name, source.ctypes.data, target.ctypes.data)
    if key not in COMPILED:
        buffer = hl.Buffer(inside(target))
        buffer.set_min([1] * target.ndim)
        function = make(hl.Buffer(source))
        COMPILED[key] = function, buffer
    function, buffer = COMPILED[key]
    function.realize(buffer)


def alternate(name, make, a, b, steps):
    for _ in range(steps):
        stencil(name, make, a, b)
        stencil(name, make, b, a)
    return [a]


def three_points(s):
    f = hl.Func("three_points")
    f[x] = f32(0.33333) * (s[x - 1] + s[x] + s[x + 1])
    return f.split(x, xo, x, 65536, hl.TailStrategy.GuardWithIf).parallel(xo).vectorize(x, LANES, hl.TailStrategy.GuardWithIf)


def five_points(s):
    f = hl.Func("five_points")
    f[x, y] = f32(0.2) * (s[x, y] + s[x - 1, y] + s[x + 1, y] + s[x, y + 1] + s[x, y - 1])
    return f.split(y, yo, yi, 32, hl.TailStrategy.GuardWithIf).parallel(yo).vectorize(x, LANES, hl.TailStrategy.ShiftInwards)


def seven_points(s):
    f, e = hl.Func("seven_points"), f32(0.125)
    c = s[x, y, z]
    second = [s[x, y, z + 1] - 2 * c + s[x, y, z - 1], s[x, y + 1, z] - 2 * c + s[x, y - 1, z], s[x + 1, y, z] - 2 * c + s[x - 1, y, z]]
    f[x, y, z] = e * second[0] + e * second[1] + e * second[2] + c
    return f.parallel(z, 4, hl.TailStrategy.GuardWithIf).vectorize(x, LANES, hl.TailStrategy.ShiftInwards)


def rows_in_parallel(f):
    return f.split(y, yo, yi, 32, hl.TailStrategy.GuardWithIf).parallel(yo).vectorize(x, LANES, hl.TailStrategy.GuardWithIf)


def fdtd_2d(ex, ey, hz):
    def part(name, array, rows, columns, formula):
        """A pipeline that updates a part of an array from all three."""
        if name not in COMPILED:
            buffer = hl.Buffer(array[rows, columns])
            buffer.set_min([columns.start or 0, rows.start or 0])
            f = hl.Func(name)
            f[x, y] = formula(*(hl.Buffer(source) for source in (ex, ey, hz)))
            COMPILED[name] = rows_in_parallel(f), buffer
        function, buffer = COMPILED[name]
        function.realize(buffer)

    n, m = hz.shape
    for t in range(20):
        ey[0] = t
        part("ey", ey, slice(1, n), slice(0, m), lambda ex, ey, hz: ey[x, y] - f32(0.5) * (hz[x, y] - hz[x, y - 1]))
        part("ex", ex, slice(0, n), slice(1, m), lambda ex, ey, hz: ex[x, y] - f32(0.5) * (hz[x, y] - hz[x - 1, y]))
        part(
            "hz", hz, slice(0, n - 1), slice(0, m - 1),
            lambda ex, ey, hz: hz[x, y] - f32(0.7) * (ex[x + 1, y] - ex[x, y] + ey[x, y + 1] - ey[x, y]),
        )
    return [hz]


KERNELS = {
    "gemm": gemm, "2mm": two_products, "3mm": three_products, "doitgen": doitgen, "atax": atax, "bicg": bicg, "mvt": mvt, "gemver": gemver,
    "gesummv": gesummv, "covariance": covariance, "correlation": correlation,
    "jacobi-1d": lambda a, b: alternate("jacobi-1d", three_points, a, b, 100),
    "jacobi-2d": lambda a, b: alternate("jacobi-2d", five_points, a, b, 20),
    "heat-3d": lambda a, b: alternate("heat-3d", seven_points, a, b, 20),
    "fdtd-2d": fdtd_2d,
}

if __name__ == "__main__":
    main(KERNELS)
