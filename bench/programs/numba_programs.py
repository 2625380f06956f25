"""The programs of this folder for numba, parallel and with fastmath: `numba_programs.py NAME sizes... repetitions`.

The algorithms are those of the Quasar programs; loops, blocks and temporary arrays are arranged for speed.
The FFT filter is left out: numba has no FFT.
"""
import math
import sys

import numpy as np
from numba import get_num_threads, njit, prange

import inputs
from inputs import nothing

F = np.float32
fast = njit(parallel=True, fastmath=True, cache=True, boundscheck=False, error_model="numpy")
single = njit(fastmath=True, cache=True, boundscheck=False, error_model="numpy")


@fast
def mandelbrot_kernel(n, limit, y):
    for i in prange(n):
        ci = F(-1.25) + F(2.5) * F(i) / F(n)
        for j in range(n):
            cr = F(-2) + F(2.5) * F(j) / F(n)
            zr, zi, count = F(0), F(0), 0
            while count < limit and zr * zr + zi * zi <= F(4):
                zr, zi = zr * zr - zi * zi + cr, F(2) * zr * zi + ci
                count += 1
            y[i, j] = count


def mandelbrot(n, limit):
    y = np.zeros((n, n), np.int32)
    return nothing, lambda: (mandelbrot_kernel(n, limit, y), y)[1]


@fast
def multiply(a, b, c):
    """Rows in blocks of four, so that a row of b serves four of c."""
    n = a.shape[0]
    for block in prange((n + 3) // 4):
        first, end = 4 * block, min(4 * block + 4, n)
        c[first:end] = F(0)
        for k0 in range(0, n, 128):
            for i in range(first, end):
                row = c[i]
                for k in range(k0, min(k0 + 128, n)):
                    factor = a[i, k]
                    for j in range(n):
                        row[j] += factor * b[k, j]


def matrix_chain(n):
    a, b, c = inputs.noise(3 * n * n).reshape(3, n, n)
    t, d = np.zeros((n, n), F), np.zeros((n, n), F)
    return nothing, lambda: (multiply(a, b, t), multiply(t, c, d), d)[2]


@fast
def forward(x, w1, blocks):
    inputs_count, hidden = w1.shape
    parts = np.zeros((blocks, hidden), F)
    for block in prange(blocks):
        part = parts[block]
        for i in range(block * inputs_count // blocks, (block + 1) * inputs_count // blocks):
            for j in range(hidden):
                part[j] += w1[i, j] * x[i]
    return parts


@fast
def adjust(x, delta, w1, old1):
    for i in prange(w1.shape[0]):
        for j in range(w1.shape[1]):
            change = F(0.3) * delta[j] * x[i] + F(0.3) * old1[i, j]
            w1[i, j] += change
            old1[i, j] = change


def train(x, target, w1, old1, w2, old2):
    hidden = 1 / (1 + np.exp(-forward(x, w1, 64).sum(axis=0)))
    output = 1 / (1 + np.exp(-(w2 * hidden).sum()))
    output_delta = output * (1 - output) * (target - output)
    delta = hidden * (1 - hidden) * output_delta * w2
    old2[:] = F(0.3) * output_delta * hidden + F(0.3) * old2
    w2 += old2
    adjust(x, delta.astype(F), w1, old1)
    return output


def backprop(count, hidden):
    x = inputs.noise(count)
    start1 = (inputs.noise(count * hidden) - F(0.5)).reshape(count, hidden) / F(100)
    start2 = inputs.noise(hidden) - F(0.5)
    w1, old1, w2, old2 = np.empty_like(start1), np.empty_like(start1), np.empty_like(start2), np.empty_like(start2)

    def reset():
        w1[:], w2[:], old1[:], old2[:] = start1, start2, F(0.01) * start1, 0

    def work():
        output = train(x, F(0.9), w1, old1, w2, old2)
        w1[0, 0] = output
        return w1

    return reset, work


@single
def mirrored(k, n):
    return -1 - k if k < 0 else 2 * n - 1 - k if k >= n else k


@fast
def gaussian(x, smooth):
    n = x.shape[0]
    for m in prange(n):
        column = np.empty(n + 4, np.int32)
        a, b, c, d, e = x[mirrored(m - 2, n)], x[mirrored(m - 1, n)], x[m], x[mirrored(m + 1, n)], x[mirrored(m + 2, n)]
        for k in range(n):
            column[k + 2] = np.int32(a[k]) + np.int32(e[k]) + 4 * (np.int32(b[k]) + np.int32(d[k])) + 6 * np.int32(c[k])
        column[1], column[0], column[n + 2], column[n + 3] = column[2], column[3], column[n + 1], column[n]
        for k in range(n):
            total = column[k] + column[k + 4] + 4 * (column[k + 1] + column[k + 3]) + 6 * column[k + 2]
            smooth[m + 1, k + 1] = (total + 128) >> 8
        smooth[m + 1, 0], smooth[m + 1, n + 1] = smooth[m + 1, 1], smooth[m + 1, n]
    smooth[0], smooth[n + 1] = smooth[1], smooth[n]


@fast
def gradients(s, gx, gy, strength):
    n = s.shape[0] - 2
    for m in prange(1, n + 1):
        for k in range(1, n + 1):
            a, b, c = np.int32(s[m - 1, k - 1]), np.int32(s[m - 1, k]), np.int32(s[m - 1, k + 1])
            d, e = np.int32(s[m, k - 1]), np.int32(s[m, k + 1])
            f, g, h = np.int32(s[m + 1, k - 1]), np.int32(s[m + 1, k]), np.int32(s[m + 1, k + 1])
            gx[m, k] = c + 2 * e + h - a - 2 * d - f
            gy[m, k] = f + 2 * g + h - a - 2 * b - c
            strength[m, k] = abs(gx[m, k]) + abs(gy[m, k])


@fast
def thin(gx, gy, strength, marks, low, high):
    n = marks.shape[0] - 2
    for m in prange(1, n + 1):
        for k in range(1, n + 1):
            s = strength[m, k]
            marks[m, k] = 0
            if s > low:
                h, v = abs(gx[m, k]), abs(gy[m, k])
                if v < F(0.41421356) * h:
                    i, j = 0, 1
                elif v > F(2.41421356) * h:
                    i, j = 1, 0
                elif gx[m, k] * gy[m, k] > 0:
                    i, j = 1, 1
                else:
                    i, j = 1, -1
                if s > strength[m - i, k - j] and s >= strength[m + i, k + j]:
                    marks[m, k] = 2 if s > high else 1


@single
def follow(marks, stack, edges):
    n = marks.shape[0] - 2
    depth = 0
    for m in range(1, n + 1):
        for k in range(1, n + 1):
            if marks[m, k] == 2:
                stack[depth, 0], stack[depth, 1] = m, k
                depth += 1
    while depth > 0:
        depth -= 1
        m, k = stack[depth, 0], stack[depth, 1]
        for i in range(-1, 2):
            for j in range(-1, 2):
                if marks[m + i, k + j] == 1:
                    marks[m + i, k + j] = 2
                    stack[depth, 0], stack[depth, 1] = m + i, k + j
                    depth += 1
    for m in range(n):
        for k in range(n):
            edges[m, k] = 255 if marks[m + 1, k + 1] == 2 else 0


def canny(n):
    x, wide = inputs.picture(n, n).astype(np.uint8), n + 2
    smooth, marks, edges = np.zeros((wide, wide), np.uint8), np.zeros((wide, wide), np.uint8), np.zeros((n, n), np.uint8)
    gx, gy, strength = (np.zeros((wide, wide), np.int32) for _ in range(3))
    stack = np.zeros((n * n, 2), np.int32)

    def work():
        gaussian(x, smooth)
        gradients(smooth, gx, gy, strength)
        thin(gx, gy, strength, marks, 80, 160)
        follow(marks, stack, edges)
        return edges

    return nothing, work


@single
def warmed(c, up, down, left, right, power):
    return c + power + (down + up - F(2) * c) * F(0.1) + (right + left - F(2) * c) * F(0.15) + (F(80) - c) * F(0.002)


# Rows and the last place are named one by one: with a tuple and `to[n - 1]`, numba 0.68 leaves that element out.
@fast
def hotspot_step(t, power, y):
    n = t.shape[0]
    for m in prange(n):
        c = t[m]
        u = t[max(m - 1, 0)]
        d = t[min(m + 1, n - 1)]
        p = power[m]
        to = y[m]
        last = n - 1
        to[0] = warmed(c[0], u[0], d[0], c[0], c[1], p[0])
        for k in range(1, last):
            to[k] = warmed(c[k], u[k], d[k], c[k - 1], c[k + 1], p[k])
        to[last] = warmed(c[last], u[last], d[last], c[last - 1], c[last], p[last])


def turns(start, steps, step):
    """Steps from one array to another and back; `start` is kept."""
    a, b = np.empty_like(start), np.empty_like(start)

    def work():
        old, new = start, b
        for t in range(steps):
            new = a if t % 2 else b
            step(old, new)
            old = new
        return new

    return nothing, work


def hotspot(n, steps):
    power = inputs.noise(n * n).reshape(n, n)
    return turns(300 + inputs.picture(n, n) / F(8), steps, lambda a, b: hotspot_step(a, power, b))


@fast
def cheapest(w, cost, to):
    n = w.size
    for k in prange(1, n - 1):
        to[k] = w[k] + min(min(cost[k - 1], cost[k]), cost[k + 1])
    to[0] = w[0] + min(cost[0], cost[1])
    to[n - 1] = w[n - 1] + min(cost[n - 2], cost[n - 1])


@single
def all_rows(wall, a, b):
    a[:] = wall[0]
    for m in range(1, wall.shape[0]):
        cheapest(wall[m], a, b)
        a, b = b, a
    return a


def pathfinder(rows, columns):
    wall = (F(10) * inputs.noise(rows * columns)).astype(np.int32).reshape(rows, columns)
    a, b = np.empty(columns, np.int32), np.empty(columns, np.int32)
    return nothing, lambda: all_rows(wall, a, b)


@fast
def remap_kernel(x, rows, columns, y):
    n = x.shape[0]
    for m in prange(n):
        for k in range(n):
            fi, fj = math.floor(rows[m, k]), math.floor(columns[m, k])
            a, b = rows[m, k] - F(fi), columns[m, k] - F(fj)
            i0, j0 = max(min(fi, n - 1), 0), max(min(fj, n - 1), 0)
            i1, j1 = max(min(fi + 1, n - 1), 0), max(min(fj + 1, n - 1), 0)
            top = x[i0, j0] + b * (x[i0, j1] - x[i0, j0])
            bottom = x[i1, j0] + b * (x[i1, j1] - x[i1, j0])
            y[m, k] = top + a * (bottom - top)


def remap(n):
    x, (rows, columns), y = inputs.picture(n, n), inputs.maps(n), np.empty((n, n), F)
    return nothing, lambda: (remap_kernel(x, rows, columns, y), y)[1]


@fast
def nbody_step(x, y, z, mass, vx, vy, vz, dt):
    n = x.size
    for i in prange(n):
        ax, ay, az = F(0), F(0), F(0)
        for j in range(n):
            dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
            inverse = F(1) / math.sqrt(dx * dx + dy * dy + dz * dz + F(0.01))
            f = mass[j] * inverse * inverse * inverse
            ax += f * dx
            ay += f * dy
            az += f * dz
        vx[i] += dt * ax
        vy[i] += dt * ay
        vz[i] += dt * az
    for i in range(n):
        x[i] += dt * vx[i]
        y[i] += dt * vy[i]
        z[i] += dt * vz[i]


def nbody(n):
    start = inputs.noise(4 * n).reshape(4, n)
    places, speeds, mass = np.empty((3, n), F), np.empty((3, n), F), start[3] / F(n)

    def reset():
        places[:], speeds[:] = start[:3], 0

    return reset, lambda: (nbody_step(*places, mass, *speeds, F(0.1)), places[0])[1]


@fast
def jacobi_sweep(a, b):
    n = a.shape[0]
    for i in prange(1, n - 1):
        for j in range(1, n - 1):
            for k in range(1, n - 1):
                s = a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
                b[i, j, k] = s * F(1 / 6)


def jacobi3d(n, sweeps):
    start = inputs.noise(n**3).reshape(n, n, n)
    first, second = np.empty_like(start), np.empty_like(start)

    def work():
        a, b = first, second
        b[:] = a
        for _ in range(sweeps):
            jacobi_sweep(a, b)
            a, b = b, a
        return a

    return lambda: first.__setitem__(slice(None), start), work


@single
def normal(d):
    k = F(1) / (F(1) + F(0.2316419) * abs(d))
    p = F(0.31938153) + k * (F(-0.356563782) + k * (F(1.781477937) + k * (F(-1.821255978) + k * F(1.330274429))))
    tail = F(0.39894228) * math.exp(F(-0.5) * d * d) * k * p
    return F(1) - tail if d > 0 else tail


@fast
def prices(price, strike, years, rate, volatility, call, put):
    for k in prange(price.size):
        root = math.sqrt(years[k])
        d1 = (math.log(price[k] / strike[k]) + (rate + F(0.5) * volatility * volatility) * years[k]) / (volatility * root)
        n1, n2 = normal(d1), normal(d1 - volatility * root)
        discounted = strike[k] * math.exp(-rate * years[k])
        call[k] = price[k] * n1 - discounted * n2
        put[k] = discounted * (F(1) - n2) - price[k] * (F(1) - n1)


def black_scholes(n):
    x = inputs.noise(3 * n).reshape(3, n)
    price, strike, years = 5 + 25 * x[0], 1 + 99 * x[1], F(0.25) + F(9.75) * x[2]
    results = np.empty((2, n), F)

    class Both:
        """The check wants the call and twice the put, computed outside of the time that is taken."""

        def __array__(self, dtype=None, copy=None):
            return results[0] + 2 * results[1]

    return nothing, lambda: (prices(price, strike, years, F(0.02), F(0.3), *results), Both())[1]


@fast
def count_parts(x, bins, parts):
    counts = np.zeros((parts, bins), np.int32)
    for part in prange(parts):
        own = counts[part]
        for k in range(part * x.size // parts, (part + 1) * x.size // parts):
            own[np.int32(F(bins) * x[k])] += 1
    return counts


def histogram(n, bins):
    x = inputs.noise(n) ** 2
    return nothing, lambda: count_parts(x, bins, 8).sum(axis=0)


@fast
def lu_kernel(a):
    n = a.shape[0]
    for k in range(n - 1):
        inverse = F(1) / a[k, k]
        for i in prange(k + 1, n):
            a[i, k] *= inverse
            factor = a[i, k]
            for j in range(k + 1, n):
                a[i, j] -= factor * a[k, j]


def lu(n):
    start = inputs.noise(n * n).reshape(n, n) + F(n) * np.eye(n, dtype=F)
    a = np.empty_like(start)

    class Shifted:
        def __array__(self, dtype=None, copy=None):
            return a - F(n) * np.eye(n, dtype=F)

    return lambda: a.__setitem__(slice(None), start), lambda: (lu_kernel(a), Shifted())[1]


@fast
def ways(d):
    n = d.shape[0]
    for k in range(n):
        for i in prange(n):
            first = d[i, k]
            for j in range(n):
                d[i, j] = min(d[i, j], first + d[k, j])


def floyd_warshall(n):
    start = 1 + 1000 * inputs.noise(n * n).reshape(n, n)
    np.fill_diagonal(start, 0)
    d = np.empty_like(start)
    return lambda: d.__setitem__(slice(None), start), lambda: (ways(d), d)[1]


@fast
def parts_of(x, size, results):
    origin = x[0]
    for block in prange(results.shape[0]):
        s, q, low, high = F(0), F(0), x[0], x[0]
        for k in range(block * size, min(block * size + size, x.size)):
            v = x[k] - origin
            s += v
            q += v * v
            low = min(low, x[k])
            high = max(high, x[k])
        results[block, 0], results[block, 1], results[block, 2], results[block, 3] = s, q, low, high


def statistics(n):
    x = 1 + inputs.noise(n)
    results = np.empty((-(-n // 4096), 4), F)

    def work():
        parts_of(x, 4096, results)
        s, q = results[:, :2].sum(axis=0, dtype=np.float64)
        return [x[0] + s / n, results[:, 2].min(), results[:, 3].max(), (q - s * s / n) / (n - 1)]

    return nothing, work


@fast
def spread(mask, a, b):
    n = mask.shape[0]
    changed = 0
    for m in prange(1, n + 1):
        different = np.int32(0)
        for k in range(1, n + 1):
            best = max(a[m, k], max(max(a[m - 1, k], a[m + 1, k]), max(a[m, k - 1], a[m, k + 1])))
            best &= -mask[m - 1, k - 1]
            different |= best ^ a[m, k]
            b[m, k] = best
        changed += different != 0
    return changed


def components(n):
    mask = inputs.components_mask(n)
    first, second = np.zeros((n + 2, n + 2), np.int32), np.zeros((n + 2, n + 2), np.int32)
    numbers = np.arange(1, n * n + 1, dtype=np.int32).reshape(n, n)

    class Areas:
        def __init__(self, labels):
            self.labels = labels

        def __array__(self, dtype=None, copy=None):
            return inputs.areas(self.labels)

    def work():
        a, b = first, second
        np.multiply(mask, numbers, out=a[1:-1, 1:-1])
        while spread(mask, a, b):
            a, b = b, a
        return Areas(a[1:-1, 1:-1])

    return nothing, work


@fast
def sparse_kernel(start, column, value, x, y):
    for i in prange(start.size - 1):
        s = F(0)
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


@fast
def multiply_and_project(start, column, value, p, q):
    total = 0.0
    for i in prange(start.size - 1):
        s = F(0)
        for k in range(start[i], start[i + 1]):
            s += value[k] * p[column[k]]
        q[i] = s
        total += p[i] * s
    return total


@fast
def advance(x, r, p, q, alpha):
    total = 0.0
    for i in prange(x.size):
        x[i] += alpha * p[i]
        r[i] -= alpha * q[i]
        total += r[i] * r[i]
    return total


@fast
def turn(p, r, beta):
    for i in prange(p.size):
        p[i] = r[i] + beta * p[i]


def conjugate_gradients(n, rounds):
    start, column, value = inputs.poisson(n)
    b = inputs.noise(n * n)
    x, r, p, q = (np.empty_like(b) for _ in range(4))

    def work():
        x[:], r[:], p[:] = 0, b, b
        rr = float(np.dot(b, b))
        for _ in range(rounds):
            alpha = rr / multiply_and_project(start, column, value, p, q)
            old, rr = rr, advance(x, r, p, q, F(alpha))
            turn(p, r, F(rr / old))
        return x

    return nothing, work


def sparse_product(n, longest):
    start, column, value = inputs.sparse_matrix(n, longest)
    x, y = inputs.noise(n), np.empty(n, F)
    return nothing, lambda: (sparse_kernel(start, column, value, x, y), y)[1]


@fast
def move_and_weigh(x, y, w, seeds, t):
    total, sx, sy = 0.0, 0.0, 0.0
    for p in prange(x.size):
        first = (np.int32(8121) * seeds[p] + np.int32(28411)) % np.int32(134456)
        second = (np.int32(8121) * first + np.int32(28411)) % np.int32(134456)
        seeds[p] = second
        u, v = F(first + 1) / F(134456), F(second) / F(134456)
        radius = F(2) * math.sqrt(F(-2) * math.log(u))
        x[p] += F(2) + radius * math.cos(F(2 * math.pi) * v)
        y[p] += F(1) + radius * math.sin(F(2 * math.pi) * v)
        dx, dy = x[p] - F(66 + 2 * t), y[p] - F(65 + t)
        w[p] = math.exp(-(dx * dx + dy * dy) / F(18))
        total += w[p]
        sx += w[p] * x[p]
        sy += w[p] * y[p]
    return total, sx / total, sy / total


@single
def distribute(w, total):
    running = 0.0
    for p in range(w.size):
        running += w[p]
        w[p] = running / total


@fast
def choose(x, y, distribution, new_x, new_y, parts):
    count = x.size
    for part in prange(parts):
        first, end = part * count // parts, (part + 1) * count // parts
        low = np.searchsorted(distribution, (F(first) + F(0.5)) / F(count))
        for p in range(first, end):
            u = (F(p) + F(0.5)) / F(count)
            while low < count - 1 and distribution[low] < u:
                low += 1
            new_x[p] = x[min(low, count - 1)]
            new_y[p] = y[min(low, count - 1)]


def particle_filter(count, frames):
    arrays, w, estimates = np.empty((4, count), F), np.empty(count, F), np.zeros((frames, 2))
    starts = ((1009 * np.arange(count, dtype=np.int64) + 17) % 134456).astype(np.int32)

    def work():
        x, y, new_x, new_y = arrays
        seeds = starts.copy()
        x[:], y[:] = 64, 64
        for t in range(frames):
            total, estimates[t, 0], estimates[t, 1] = move_and_weigh(x, y, w, seeds, t)
            distribute(w, total)
            choose(x, y, w, new_x, new_y, 8)
            x, y, new_x, new_y = new_x, new_y, x, y
        return estimates

    return nothing, work


@fast
def generation(x, y):
    n = x.shape[0]
    for m in prange(n):
        u, c, d = x[m - 1 if m else n - 1], x[m], x[m + 1 if m < n - 1 else 0]
        sums = np.empty(n + 2, np.uint8)
        for k in range(n):
            sums[k + 1] = u[k] + c[k] + d[k]
        sums[0], sums[n + 1] = sums[n], sums[1]
        for k in range(n):
            count = np.uint8(sums[k] + sums[k + 1] + sums[k + 2])
            y[m, k] = np.uint8(1) if count == 3 else c[k] if count == 4 else np.uint8(0)


def life(n, generations):
    start = (inputs.noise(n * n) < F(0.35)).astype(np.uint8).reshape(n, n)
    return turns(start, generations, generation)


@fast
def align(a, b, similarity, score, gap, tile):
    n = a.size
    for k in range(n + 1):
        score[k, 0] = -k * gap
        score[0, k] = -k * gap
    tiles = (n + tile - 1) // tile
    for diagonal in range(2 * tiles - 1):
        for t in prange(max(0, diagonal - tiles + 1), min(diagonal, tiles - 1) + 1):
            first = (diagonal - t) * tile
            for i in range(first + 1, min(first + tile, n) + 1):
                row, left = similarity[a[i - 1]], score[i, t * tile]
                for j in range(t * tile + 1, min(t * tile + tile, n) + 1):
                    best = max(score[i - 1, j - 1] + row[b[j - 1]], score[i - 1, j] - gap)
                    left = max(best, left - gap)
                    score[i, j] = left


def needleman_wunsch(n):
    x = (F(24) * inputs.noise(2 * n)).astype(np.int32)
    i, j = np.arange(24)[:, None], np.arange(24)[None, :]
    similarity = np.where(i == j, 6, (7 * (i + j) + i * j) % 8 - 5).astype(np.int32)
    score = np.zeros((n + 1, n + 1), np.int32)
    return nothing, lambda: (align(x[:n], x[n:], similarity, score, np.int32(4), 128), score)[1]


@fast
def row_sums(x, sums, squares):
    for m in prange(x.shape[0]):
        s, q = F(0), F(0)
        for k in range(x.shape[1]):
            s += x[m, k]
            q += x[m, k] * x[m, k]
            sums[m + 1, k + 1] = s
            squares[m + 1, k + 1] = q


@fast
def column_sums(table, strip):
    for part in prange((table.shape[1] + strip - 1) // strip):
        for m in range(1, table.shape[0]):
            for k in range(part * strip, min(part * strip + strip, table.shape[1])):
                table[m, k] += table[m - 1, k]


@fast
def contrast(x, sums, squares, radius, y):
    n = x.shape[0]
    for m in prange(n):
        top, bottom = max(m - radius, 0), min(m + radius + 1, n)
        for k in range(n):
            left, right = max(k - radius, 0), min(k + radius + 1, n)
            inverse = F(1) / F((bottom - top) * (right - left))
            average = (sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]) * inverse
            q = squares[bottom, right] - squares[top, right] - squares[bottom, left] + squares[top, left]
            y[m, k] = (x[m, k] - average) / math.sqrt(max(q * inverse - average * average, F(0)) + F(0.01))


def local_contrast(n, radius):
    x, y = inputs.picture(n, n) / F(255), np.empty((n, n), F)
    sums, squares = np.zeros((n + 1, n + 1), F), np.zeros((n + 1, n + 1), F)

    def work():
        row_sums(x, sums, squares)
        column_sums(sums, 256)
        column_sums(squares, 256)
        contrast(x, sums, squares, radius, y)
        return y

    return nothing, work


@fast
def byte_row_sums(x, table):
    for m in prange(x.shape[0]):
        s = np.int32(0)
        for k in range(x.shape[1]):
            s += np.int32(x[m, k])
            table[m + 1, k + 1] = s


@fast
def window_means(table, radius, y):
    n = y.shape[0]
    for m in prange(n):
        top, bottom = max(m - radius, 0), min(m + radius + 1, n)
        for k in range(n):
            left, right = max(k - radius, 0), min(k + radius + 1, n)
            total = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
            y[m, k] = F(total) / F((bottom - top) * (right - left))


def box_blur(n, radius):
    x, y, table = inputs.picture(n, n).astype(np.uint8), np.empty((n, n), F), np.zeros((n + 1, n + 1), np.int32)
    return nothing, lambda: (byte_row_sums(x, table), column_sums(table, 256), window_means(table, radius, y), y)[3]


@single
def coefficient(v, up, down, left, right, q0):
    north, south, west, east = up - v, down - v, left - v, right - v
    inverse = F(1) / v
    gradient = (north * north + south * south + west * west + east * east) * inverse * inverse
    laplacian = (north + south + west + east) * inverse
    d = F(1) + F(0.25) * laplacian
    q = (F(0.5) * gradient - laplacian * laplacian * F(1 / 16)) / (d * d)
    return min(max(F(1) / (F(1) + (q - q0) / (q0 * (F(1) + q0))), F(0)), F(1))


@fast
def coefficients(image, q0, c):
    n = image.shape[0]
    for m in prange(n):
        i = image[m]
        u = image[max(m - 1, 0)]
        d = image[min(m + 1, n - 1)]
        to = c[m]
        last = n - 1
        to[0] = coefficient(i[0], u[0], d[0], i[0], i[1], q0)
        for k in range(1, last):
            to[k] = coefficient(i[k], u[k], d[k], i[k - 1], i[k + 1], q0)
        to[last] = coefficient(i[last], u[last], d[last], i[last - 1], i[last], q0)


@fast
def diffuse(image, c, step, to):
    n = image.shape[0]
    total, squares = 0.0, 0.0
    for m in prange(n):
        i = image[m]
        u = image[max(m - 1, 0)]
        d = image[min(m + 1, n - 1)]
        a = c[m]
        b = c[min(m + 1, n - 1)]
        y = to[m]
        s, q = F(0), F(0)
        for k in range(1, n - 1):
            v = i[k]
            v += step * (a[k] * (u[k] - v) + b[k] * (d[k] - v) + a[k] * (i[k - 1] - v) + a[k + 1] * (i[k + 1] - v))
            y[k] = v
            s += v
            q += v * v
        y[0] = i[0] + step * (a[0] * (u[0] - i[0]) + b[0] * (d[0] - i[0]) + a[1] * (i[1] - i[0]))
        k = n - 1
        y[k] = i[k] + step * (a[k] * (u[k] - i[k]) + b[k] * (d[k] - i[k]) + a[k] * (i[k - 1] - i[k]))
        total += s + y[0] + y[k]
        squares += q + y[0] * y[0] + y[k] * y[k]
    return total, squares


def srad(n, steps):
    start = np.exp(inputs.picture(n, n) / F(255))
    first, second, c = np.empty_like(start), np.empty_like(start), np.empty_like(start)

    def work():
        a, b = first, second
        total, squares = a.sum(dtype=np.float64), float(np.dot(a.ravel(), a.ravel()))
        for _ in range(steps):
            average = total / a.size
            variance = (squares - a.size * average * average) / (a.size - 1)
            coefficients(a, F(variance / (average * average)), c)
            total, squares = diffuse(a, c, F(0.125), b)
            a, b = b, a
        return a

    return lambda: first.__setitem__(slice(None), start), work


@single
def relaxed(v, w, rho, cu, uu):
    return v + F(1.2) * (w * rho * (F(1) + cu + F(0.5) * cu * cu - F(1.5) * uu) - v)


@fast
def flow_step(f, g):
    n = f.shape[1]
    for m in prange(n):
        below, above = m - 1 if m else n - 1, m + 1 if m < n - 1 else 0
        i0, i1, i2, i3, i4 = f[0, m], f[1, m], f[2, below], f[3, m], f[4, above]
        i5, i6, i7, i8 = f[5, below], f[6, below], f[7, above], f[8, above]
        for part in range(3):
            first, end = (0, 1) if part == 0 else (1, n - 1) if part == 1 else (n - 1, n)
            left_step = n - 1 if part == 0 else -1
            right_step = 1 - n if part == 2 else 1
            for k in range(first, end):
                left, right = k + left_step, k + right_step
                f0, f1, f2, f3, f4 = i0[k], i1[left], i2[k], i3[right], i4[k]
                f5, f6, f7, f8 = i5[left], i6[right], i7[right], i8[left]
                rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
                inverse = F(1) / rho
                ux, uy = (f1 - f3 + f5 - f6 - f7 + f8) * inverse, (f2 - f4 + f5 + f6 - f7 - f8) * inverse
                uu = ux * ux + uy * uy
                g[0, m, k] = relaxed(f0, F(4 / 9), rho, F(0), uu)
                g[1, m, k] = relaxed(f1, F(1 / 9), rho, F(3) * ux, uu)
                g[2, m, k] = relaxed(f2, F(1 / 9), rho, F(3) * uy, uu)
                g[3, m, k] = relaxed(f3, F(1 / 9), rho, F(-3) * ux, uu)
                g[4, m, k] = relaxed(f4, F(1 / 9), rho, F(-3) * uy, uu)
                g[5, m, k] = relaxed(f5, F(1 / 36), rho, F(3) * (ux + uy), uu)
                g[6, m, k] = relaxed(f6, F(1 / 36), rho, F(3) * (uy - ux), uu)
                g[7, m, k] = relaxed(f7, F(1 / 36), rho, F(-3) * (ux + uy), uu)
                g[8, m, k] = relaxed(f8, F(1 / 36), rho, F(3) * (ux - uy), uu)


def lattice_boltzmann(n, steps):
    w = np.array([4 / 9] + 4 * [1 / 9] + 4 * [1 / 36], F)[:, None, None]
    return turns(w * (1 + F(0.1) * inputs.noise(9 * n * n).reshape(9, n, n)), steps, flow_step)


@fast
def chunk_sums(x, sums):
    parts = sums.size
    for part in prange(parts):
        s = 0.0
        for k in range(part * x.size // parts, (part + 1) * x.size // parts):
            s += x[k]
        sums[part] = s


@fast
def scan_kernel(x, starts, y):
    parts = starts.size
    for part in prange(parts):
        s = starts[part]
        for k in range(part * x.size // parts, (part + 1) * x.size // parts):
            s += x[k]
            y[k] = s


def scan(n):
    x, y, sums = inputs.noise(n) - F(0.5), np.empty(n, F), np.empty(8)

    def work():
        chunk_sums(x, sums)
        scan_kernel(x, np.concatenate([[0], np.cumsum(sums)[:-1]]), y)
        return y

    return nothing, work


@single
def exchange(x):
    for t in range(x.size):
        first = t % 2
        for k in range((x.size - first) // 2):
            a, b = x[first + 2 * k], x[first + 2 * k + 1]
            x[first + 2 * k], x[first + 2 * k + 1] = min(a, b), max(a, b)


def odd_even_sort(n):
    start = inputs.noise(n)
    x = np.empty_like(start)
    return lambda: x.__setitem__(slice(None), start), lambda: (exchange(x), x)[1]


@fast
def kmeans_round(x, turned, sums, counts):
    features, clusters = turned.shape
    parts = sums.shape[0]
    for part in prange(parts):
        distance = np.empty(clusters, F)
        sums[part], counts[part] = F(0), 0
        for i in range(part * x.shape[0] // parts, (part + 1) * x.shape[0] // parts):
            distance[:] = F(0)
            for f in range(features):
                for c in range(clusters):
                    d = x[i, f] - turned[f, c]
                    distance[c] += d * d
            best = 0
            for c in range(1, clusters):
                if distance[c] < distance[best]:
                    best = c
            counts[part, best] += 1
            for f in range(features):
                sums[part, best, f] += x[i, f]


def kmeans(n, features, clusters, rounds):
    x = inputs.noise(n * features).reshape(n, features)
    sums, counts = np.empty((16, clusters, features), F), np.empty((16, clusters), np.int32)

    def work():
        centres = x[:clusters].copy()
        for _ in range(rounds):
            kmeans_round(x, np.ascontiguousarray(centres.T), sums, counts)
            total = counts.sum(axis=0)
            centres = np.where(total[:, None] > 0, sums.sum(axis=0) / np.maximum(total, 1)[:, None], centres).astype(F)
        return centres

    return nothing, work


@single
def middle(a, b, c):
    return max(min(a, b), min(max(a, b), c))


@fast
def median_kernel(x, y):
    n = x.shape[0]
    for m in prange(n):
        u, c, d = x[max(m - 1, 0)], x[m], x[min(m + 1, n - 1)]
        low, mid, high = np.empty(n + 2, F), np.empty(n + 2, F), np.empty(n + 2, F)
        for k in range(n):
            low[k + 1] = min(min(u[k], c[k]), d[k])
            mid[k + 1] = middle(u[k], c[k], d[k])
            high[k + 1] = max(max(u[k], c[k]), d[k])
        low[0], mid[0], high[0] = low[1], mid[1], high[1]
        low[n + 1], mid[n + 1], high[n + 1] = low[n], mid[n], high[n]
        for k in range(n):
            a = max(max(low[k], low[k + 1]), low[k + 2])
            b = min(min(high[k], high[k + 1]), high[k + 2])
            y[m, k] = middle(a, middle(mid[k], mid[k + 1], mid[k + 2]), b)


def median3x3(n):
    x, y = inputs.picture(n, n), np.empty((n, n), F)
    return nothing, lambda: (median_kernel(x, y), y)[1]


@fast
def select(image, mask):
    for m in prange(image.shape[0]):
        for k in range(image.shape[1]):
            red, green, blue = F(image[m, k, 0]), F(image[m, k, 1]), F(image[m, k, 2])
            luma = F(0.299) * red + F(0.587) * green + F(0.114) * blue
            cr, cb = F(0.713) * (red - luma) + F(128), F(0.564) * (blue - luma) + F(128)
            inside = (luma > F(60.5)) & (cr > F(128.5)) & (cr < F(200.5)) & (cb > F(70.5)) & (cb < F(140.5))
            mask[m, k] = 255 if inside else 0


def colour_threshold(rows, columns):
    image, mask = inputs.colours(rows, columns), np.empty((rows, columns), np.uint8)
    return nothing, lambda: (select(image, mask), mask)[1]


@single
def products(x, y, m, first, maps):
    """Columns from `first` on of both pictures, of the sum of their squares and of their product, continued at the borders."""
    n, px, py, squares, product = x.shape[1], maps[0], maps[1], maps[2], maps[3]
    if first >= 0 and first + px.size <= n:
        px[:], py[:] = x[m, first : first + px.size], y[m, first : first + px.size]
    else:
        for k in range(px.size):
            column = min(max(first + k, 0), n - 1)
            px[k], py[k] = x[m, column], y[m, column]
    for k in range(px.size):
        squares[k] = px[k] * px[k] + py[k] * py[k]
        product[k] = px[k] * py[k]


@single
def along(p, w, to):
    a, b, c, d, e, f = w[0], w[1], w[2], w[3], w[4], w[5]
    for k in range(to.size):
        outer = a * (p[k] + p[k + 10]) + b * (p[k + 1] + p[k + 9]) + c * (p[k + 2] + p[k + 8])
        to[k] = outer + d * (p[k + 3] + p[k + 7]) + e * (p[k + 4] + p[k + 6]) + f * p[k + 5]


@single
def across(ring, part, first, w, to):
    a, b, c, d, e, f = w[0], w[1], w[2], w[3], w[4], w[5]
    r0, r1, r2, r3 = ring[first % 11, part], ring[(first + 1) % 11, part], ring[(first + 2) % 11, part], ring[(first + 3) % 11, part]
    r4, r5, r6, r7 = ring[(first + 4) % 11, part], ring[(first + 5) % 11, part], ring[(first + 6) % 11, part], ring[(first + 7) % 11, part]
    r8, r9, r10 = ring[(first + 8) % 11, part], ring[(first + 9) % 11, part], ring[(first + 10) % 11, part]
    for k in range(to.size):
        outer = a * (r0[k] + r10[k]) + b * (r1[k] + r9[k]) + c * (r2[k] + r8[k])
        to[k] = outer + d * (r3[k] + r7[k]) + e * (r4[k] + r6[k]) + f * r5[k]


@fast
def similarity_kernel(x, y, w, parts, s):
    """Strips of columns, for the cache. Of the variances only the sum is asked for: the sum of the squares is smoothed once."""
    n, wide = x.shape[0], 128
    strips = (n + wide - 1) // wide
    c1, c2 = F((0.01 * 255) ** 2), F((0.03 * 255) ** 2)
    for tile in prange(parts * strips):
        part, first = tile // strips, tile % strips * wide
        top, bottom = part * n // parts, (part + 1) * n // parts
        rows, ring, smooth = np.empty((4, wide + 10), F), np.empty((11, 4, wide), F), np.empty((4, wide), F)
        for m in range(bottom - top + 10):
            products(x, y, min(max(top + m - 5, 0), n - 1), first - 5, rows)
            for i in range(4):
                along(rows[i], w, ring[m % 11, i])
            if m >= 10:
                for i in range(4):
                    across(ring, i, m + 1, w, smooth[i])
                mx, my, squares, product, to = smooth[0], smooth[1], smooth[2], smooth[3], s[top + m - 10, first : first + wide]
                for k in range(to.size):
                    both, cross = mx[k] * mx[k] + my[k] * my[k], mx[k] * my[k]
                    above = (F(2) * cross + c1) * (F(2) * (product[k] - cross) + c2)
                    to[k] = above / ((both + c1) * (squares[k] - both + c2))


def similarity(n):
    x, y, w = *inputs.similar_pictures(n), inputs.gaussian(5, 1.5)
    s = np.empty((n, n), F)
    return nothing, lambda: (similarity_kernel(x, y, w, get_num_threads(), s), s)[1]


@single
def cubic(t):
    t = abs(t)
    if t < F(1):
        return (F(1.5) * t - F(2.5)) * t * t + F(1)
    return ((F(-0.5) * t + F(2.5)) * t - F(4)) * t + F(2) if t < F(2) else F(0)


@single
def cubic_table(size, count, first, weight):
    for n in range(count):
        place = (F(n) + F(0.5)) * F(size) / F(count) - F(0.5)
        first[n] = np.int32(math.floor(place)) - 1
        for k in range(4):
            weight[k, n] = cubic(place - F(first[n] + k))


@fast
def resize_kernel(x, parts, y):
    size, (rows, columns) = x.shape, y.shape
    down, across_first = np.empty(rows, np.int32), np.empty(columns, np.int32)
    down_weight, across_weight = np.empty((4, rows), F), np.empty((4, columns), F)
    cubic_table(size[0], rows, down, down_weight)
    cubic_table(size[1], columns, across_first, across_weight)
    w0, w1, w2, w3 = across_weight[0], across_weight[1], across_weight[2], across_weight[3]
    for part in prange(parts):
        ring, padded = np.empty((4, columns), F), np.empty(size[1] + 8, F)
        following = -8
        for m in range(part * rows // parts, (part + 1) * rows // parts):
            first = down[m]
            following = max(following, first)
            while following < first + 4:
                source, to = x[min(max(following, 0), size[0] - 1)], ring[following & 3]
                padded[:4], padded[size[1] + 4 :] = source[0], source[size[1] - 1]
                padded[4 : size[1] + 4] = source
                for n in range(columns):
                    p = across_first[n] + 4
                    to[n] = w0[n] * padded[p] + w1[n] * padded[p + 1] + w2[n] * padded[p + 2] + w3[n] * padded[p + 3]
                following += 1
            a, b, c, d = ring[first & 3], ring[(first + 1) & 3], ring[(first + 2) & 3], ring[(first + 3) & 3]
            wa, wb, wc, wd = down_weight[0, m], down_weight[1, m], down_weight[2, m], down_weight[3, m]
            to = y[m]
            for n in range(columns):
                to[n] = wa * a[n] + wb * b[n] + wc * c[n] + wd * d[n]


def resize(n, rows):
    x, y = inputs.picture(n, n), np.empty((rows, rows), F)
    return nothing, lambda: (resize_kernel(x, get_num_threads(), y), y)[1]


@fast
def list_edges(edges, places, counts):
    for m in prange(edges.shape[0]):
        found = 0
        for n in range(edges.shape[1]):
            if edges[m, n] > F(0):
                places[m, found, 0], places[m, found, 1] = m, n
                found += 1
        counts[m] = found


@single
def joined(places, counts, rows, columns):
    total = 0
    for m in range(counts.size):
        for e in range(counts[m]):
            rows[total], columns[total] = places[m, e, 0], places[m, e, 1]
            total += 1
    return total


@fast
def hough_kernel(rows, columns, total, reach, votes):
    """Four angles at once, whose votes lie in different rows, so that no vote waits for the one before."""
    angles = votes.shape[0]
    for block in prange((angles + 3) // 4):
        a, places = 4 * block, np.empty((4, 512), np.int32)
        count = min(4, angles - a)
        votes[a : a + count] = 0
        for first in range(0, total, 512):
            edges = min(512, total - first)
            for l in range(count):
                angle = F(a + l) * F(math.pi) / F(angles)
                c, s, to = F(math.cos(angle)), F(math.sin(angle)), places[l]
                for e in range(edges):
                    to[e] = np.int32(math.floor(columns[first + e] * c + rows[first + e] * s + F(0.5))) + reach
            if count == 4:
                for e in range(edges):
                    votes[a, places[0, e]] += 1
                    votes[a + 1, places[1, e]] += 1
                    votes[a + 2, places[2, e]] += 1
                    votes[a + 3, places[3, e]] += 1
            else:
                for l in range(count):
                    for e in range(edges):
                        votes[a + l, places[l, e]] += 1


def hough(n, angles):
    edges, reach = inputs.edge_pixels(n), math.ceil(math.hypot(n, n))
    places, counts, votes = np.empty((n, n, 2), F), np.empty(n, np.int32), np.empty((angles, 2 * reach + 1), np.int32)
    rows, columns = np.empty(n * n, F), np.empty(n * n, F)

    def work():
        list_edges(edges, places, counts)
        hough_kernel(rows, columns, joined(places, counts, rows, columns), reach, votes)
        return votes

    return nothing, work


@fast
def nearest_kernel(queries, points, which, distance):
    """Points turned, so that lanes lie over them; 16 queries go through a block of points that stays in the cache."""
    features, block = points.shape[1], 256
    turned = np.empty((features, points.shape[0]), F)
    for p in prange((points.shape[0] + 63) // 64):
        for f in range(features):
            for l in range(64 * p, min(64 * p + 64, points.shape[0])):
                turned[f, l] = points[l, f]
    for chunk in prange((queries.shape[0] + 15) // 16):
        d = np.empty(block, F)
        q0, q1 = 16 * chunk, min(16 * chunk + 16, queries.shape[0])
        distance[q0:q1] = F(1e30)
        for first in range(0, points.shape[0], block):
            count = min(block, points.shape[0] - first)
            for q in range(q0, q1):
                d[:count] = F(0)
                f = 0
                while f + 4 <= features:
                    a0, a1, a2, a3 = queries[q, f], queries[q, f + 1], queries[q, f + 2], queries[q, f + 3]
                    p0, p1 = turned[f, first : first + count], turned[f + 1, first : first + count]
                    p2, p3 = turned[f + 2, first : first + count], turned[f + 3, first : first + count]
                    for p in range(count):
                        u, v, s, t = a0 - p0[p], a1 - p1[p], a2 - p2[p], a3 - p3[p]
                        d[p] += u * u + v * v + s * s + t * t
                    f += 4
                while f < features:
                    for p in range(count):
                        u = queries[q, f] - turned[f, first + p]
                        d[p] += u * u
                    f += 1
                least = F(1e30)
                for p in range(count):
                    least = min(least, d[p])
                if least < distance[q]:
                    distance[q] = least
                    p = 0
                    while d[p] != least:
                        p += 1
                    which[q] = first + p
    for q in range(queries.shape[0]):
        distance[q] = math.sqrt(distance[q])


def nearest(queries, points, features):
    a, b = inputs.queries_and_points(queries, points, features)
    which, distance = np.zeros(queries, np.int32), np.empty(queries, F)
    return nothing, lambda: (nearest_kernel(a, b, which, distance), distance)[1]


@fast
def filter_bank_kernel(x, filters, y):
    """Samples of each phase side by side, in blocks; four taps of a filter at a time."""
    (bands, taps), count, block = filters.shape, y.shape[1], 1024
    for part in prange((count + block - 1) // block):
        first = part * block
        results = min(block, count - first)
        length = block + taps // 4 + 1
        phases = np.zeros((4, length), F)
        there = min(length, x.size // 4 - first)
        for k in range(there):
            for p in range(4):
                phases[p, k] = x[4 * (first + k) + p]
        for k in range(4 * (first + there), min(x.size, 4 * (first + length))):
            phases[k % 4, k // 4 - first] = x[k]
        p0, p1, p2, p3 = phases[0], phases[1], phases[2], phases[3]
        for b in range(bands):
            to = y[b, first : first + results]
            to[:] = F(0)
            u = 0
            while 4 * u + 4 <= taps:
                f0, f1, f2, f3 = filters[b, 4 * u], filters[b, 4 * u + 1], filters[b, 4 * u + 2], filters[b, 4 * u + 3]
                for k in range(results):
                    to[k] += f0 * p0[k + u] + f1 * p1[k + u] + f2 * p2[k + u] + f3 * p3[k + u]
                u += 1
            for t in range(4 * u, taps):
                for k in range(results):
                    to[k] += filters[b, t] * phases[t % 4, k + u]


def filter_bank(n, bands, taps):
    x, filters = inputs.noise(n), inputs.filters(bands, taps)
    y = np.empty((bands, (n - taps) // 4 + 1), F)
    return nothing, lambda: (filter_bank_kernel(x, filters, y), y)[1]


@fast
def mri_q_kernel(k, magnitude, place, re, im):
    """Lanes over voxels. Phases in half turns: their nearest whole number gives the sign, polynomials give the rest."""
    voxels, block = re.size, 64
    for part in prange((voxels + block - 1) // block):
        first, end = part * block, min(part * block + block, voxels)
        x, y, z, to_re, to_im = place[0, first:end], place[1, first:end], place[2, first:end], re[first:end], im[first:end]
        to_re[:], to_im[:] = F(0), F(0)
        for s in range(k.shape[1]):
            kx, ky, kz, m = F(2) * k[0, s], F(2) * k[1, s], F(2) * k[2, s], magnitude[s]
            for v in range(to_re.size):
                turns = kx * x[v] + ky * y[v] + kz * z[v]
                whole = np.floor(turns + F(0.5))
                half = F(0.5) * whole
                signed = m - F(4) * m * (half - np.floor(half))
                r = turns - whole
                q = r * r
                c = q * (F(-4.93480214) + q * (F(4.05870916) + q * (F(-1.335212) + q * (F(0.23493731) + q * F(-0.02439632)))))
                s5 = F(3.14159264) + q * (F(-5.16771008) + q * (F(2.55007752) + q * (F(-0.59829129) + q * F(0.07765766))))
                to_re[v] += signed * (F(1) + c)
                to_im[v] += signed * r * s5


def mri_q(voxels, samples):
    k, place = inputs.noise(5 * samples).reshape(5, samples), inputs.noise(3 * voxels).reshape(3, voxels) - F(0.5)
    frequencies, phi, results = F(16) * k[:3] - F(8), k[3:], np.empty((2, voxels), F)

    class Both:
        def __array__(self, dtype=None, copy=None):
            return results[0] + 2 * results[1]

    return nothing, lambda: (mri_q_kernel(frequencies, phi[0] ** 2 + phi[1] ** 2, place, *results), Both())[1]


@single
def sums_around(x, i, j, beside, across):
    """Sums of the four lines beside line (i, j), and of the four across its edges."""
    a, b, c, d = x[i - 1, j - 1], x[i - 1, j], x[i - 1, j + 1], x[i, j - 1]
    e, f, g, h = x[i, j + 1], x[i + 1, j - 1], x[i + 1, j], x[i + 1, j + 1]
    for k in range(beside.size):
        beside[k] = b[k] + d[k] + e[k] + g[k]
        across[k] = a[k] + c[k] + f[k] + h[k]


@single
def frame_plane(x):
    n = x.shape[0] - 2
    for j in range(1, n + 1):
        x[j, 0], x[j, n + 1] = x[j, n], x[j, 1]
    x[0], x[n + 1] = x[n], x[1]


@fast
def subtract_laplacian(u, v, r):
    n = u.shape[0] - 2
    for i in prange(1, n + 1):
        beside, across = np.empty(n + 2, F), np.empty(n + 2, F)
        for j in range(1, n + 1):
            sums_around(u, i, j, beside, across)
            c, of, to = u[i, j], v[i, j], r[i, j]
            for k in range(1, n + 1):
                edges = across[k] + beside[k - 1] + beside[k + 1]
                to[k] = of[k] + F(8 / 3) * c[k] - F(1 / 6) * edges - F(1 / 12) * (across[k - 1] + across[k + 1])
        frame_plane(r[i])
    r[0], r[n + 1] = r[n], r[1]


@fast
def add_smoothed(r, u):
    n = u.shape[0] - 2
    for i in prange(1, n + 1):
        beside, across = np.empty(n + 2, F), np.empty(n + 2, F)
        for j in range(1, n + 1):
            sums_around(r, i, j, beside, across)
            c, to = r[i, j], u[i, j]
            for k in range(1, n + 1):
                edges = across[k] + beside[k - 1] + beside[k + 1]
                to[k] += F(1 / 32) * (c[k - 1] + c[k + 1] + beside[k]) - F(3 / 8) * c[k] - F(1 / 64) * edges
        frame_plane(u[i])
    u[0], u[n + 1] = u[n], u[1]


@fast
def restrict_to(fine, coarse):
    n = coarse.shape[0] - 2
    for i in prange(1, n + 1):
        beside, across, s = np.empty(2 * n + 2, F), np.empty(2 * n + 2, F), np.empty(2 * n + 2, F)
        for j in range(1, n + 1):
            sums_around(fine, 2 * i - 1, 2 * j - 1, beside, across)
            c, to = fine[2 * i - 1, 2 * j - 1], coarse[i, j]
            for k in range(1, 2 * n + 1):
                near = F(0.5) * c[k] + F(0.25) * (c[k - 1] + c[k + 1] + beside[k])
                s[k] = near + F(0.125) * (beside[k - 1] + beside[k + 1] + across[k]) + F(0.0625) * (across[k - 1] + across[k + 1])
            for k in range(1, n + 1):
                to[k] = s[2 * k - 1]
        frame_plane(coarse[i])
    coarse[0], coarse[n + 1] = coarse[n], coarse[1]


@fast
def add_prolonged(coarse, fine):
    n = coarse.shape[0] - 2
    for i in prange(1, 2 * n + 1):
        z = np.empty(n + 2, F)
        for j in range(1, 2 * n + 1):
            a, b = coarse[(i + 1) // 2, (j + 1) // 2], coarse[(i + 1) // 2, j // 2 + 1]
            c, d, to = coarse[i // 2 + 1, (j + 1) // 2], coarse[i // 2 + 1, j // 2 + 1], fine[i, j]
            for k in range(1, n + 2):
                z[k] = F(0.25) * (a[k] + b[k] + c[k] + d[k])
            for k in range(1, n + 1):
                to[2 * k - 1] += z[k]
                to[2 * k] += F(0.5) * (z[k] + z[k + 1])
        frame_plane(fine[i])
    fine[0], fine[2 * n + 1] = fine[2 * n], fine[1]


def cycle(u, r, v):
    subtract_laplacian(u[0], v, r[0])
    for level in range(1, len(u)):
        restrict_to(r[level - 1], r[level])
        u[level][:] = 0
    add_smoothed(r[-1], u[-1])
    for level in range(len(u) - 2, -1, -1):
        add_prolonged(u[level + 1], u[level])
        subtract_laplacian(u[level], v if level == 0 else r[level], r[level])
        add_smoothed(r[level], u[level])


def multigrid(n, cycles):
    charges = (n * inputs.noise(60).reshape(20, 3)).astype(int)
    v, framed = np.zeros((n, n, n), F), np.zeros((n + 2, n + 2, n + 2), F)
    for c, place in enumerate(charges):
        v[tuple(place)] = -1 if c % 2 else 1
    widths = [n >> k for k in range(n.bit_length() - 1)]
    u, r = ([np.zeros((w + 2, w + 2, w + 2), F) for w in widths] for _ in range(2))

    def work():
        framed[1:-1, 1:-1, 1:-1], u[0][:] = v, 0
        for _ in range(cycles):
            cycle(u, r, framed)
        return u[0][1:-1, 1:-1, 1:-1].copy()

    return nothing, work


@fast
def motion(now, framed, reach, down, across):
    """A row of blocks at a time, one displacement after the other; `framed` is the picture before with a frame of `reach` pixels."""
    rows, blocks = down.shape
    for m in prange(rows):
        differences, least = np.empty(8 * blocks, np.int16), np.empty(blocks, np.int16)
        least[:] = 32767
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                differences[:] = 0
                for p in range(8):
                    row, before = now[8 * m + p], framed[8 * m + p + i + reach, j + reach :]
                    for k in range(8 * blocks):
                        differences[k] += np.uint8(max(row[k], before[k]) - min(row[k], before[k]))
                for n in range(blocks):
                    total = np.int16(0)
                    for q in range(8):
                        total = np.int16(total + differences[8 * n + q])
                    if total < least[n]:
                        least[n], down[m, n], across[m, n] = total, i, j


def block_matching(n, reach):
    before = inputs.picture(n, n).astype(np.uint8)
    i, j = np.arange(n)[:, None], np.arange(n)[None, :]
    u, v = (i // 40 + 3 * (j // 56)) % 13 - 6, (5 * (i // 40) + j // 56) % 15 - 7
    moved = before[np.clip(i + u, 0, n - 1), np.clip(j + v, 0, n - 1)].astype(int) + (5 * i * j + 7 * i + 3 * j) % 9
    now, results = np.minimum(moved, 255).astype(np.uint8), np.empty((2, n // 8, n // 8), np.int32)

    class Both:
        def __array__(self, dtype=None, copy=None):
            return results[0] + 2 * results[1]

    return nothing, lambda: (motion(now, np.pad(before, reach, mode="edge"), reach, *results), Both())[1]


@fast
def american_puts(spot, strike, years, steps, y):
    """What exercising gives lies apart for even and odd nodes, so that each step reads it in order."""
    for option in prange(y.size):
        dt = years[option] / F(steps)
        ratio, discount = F(math.exp(F(0.3) * math.sqrt(dt))), F(math.exp(F(-0.05) * dt))
        up = discount * (F(math.exp(F(0.05) * dt)) - F(1) / ratio) / (ratio - F(1) / ratio)
        down = discount - up
        exercise, v = np.empty((2, steps + 1), F), np.empty(steps + 1, F)
        high, low, inverse = spot[option], spot[option], F(1) / ratio
        for j in range(steps + 1):
            exercise[(steps + j) % 2, (steps + j) // 2] = strike[option] - high
            exercise[(steps - j) % 2, (steps - j) // 2] = strike[option] - low
            high *= ratio
            low *= inverse
        for i in range(steps + 1):
            v[i] = max(exercise[0, i], F(0))
        for t in range(steps - 1, -1, -1):
            now = exercise[(steps - t) % 2, (steps - t) // 2 :]
            for i in range(t + 1):
                v[i] = max(up * v[i + 1] + down * v[i], now[i])
        y[option] = v[0]


def binomial_options(n, steps):
    x = inputs.noise(3 * n).reshape(3, n)
    spot, years, y = F(5) + F(25) * x[0], F(0.25) + F(2.75) * x[2], np.empty(n, F)
    strike = spot * (F(0.75) + F(0.5) * x[1])
    return nothing, lambda: (american_puts(spot, strike, years, steps, y), y)[1]


@single
def frame_row(row, horizontal):
    last = row.size - 1
    row[0], row[last] = horizontal * row[1], horizontal * row[last - 1]


@single
def frame_ends(x, vertical):
    n = x.shape[0] - 2
    for k in range(1, n + 1):
        x[0, k], x[n + 1, k] = vertical * x[1, k], vertical * x[n, k]
    x[0, 0], x[0, n + 1] = F(0.5) * (x[1, 0] + x[0, 1]), F(0.5) * (x[1, n + 1] + x[0, n])
    x[n + 1, 0], x[n + 1, n + 1] = F(0.5) * (x[n, 0] + x[n + 1, 1]), F(0.5) * (x[n, n + 1] + x[n + 1, n])


@fast
def relax_sweep(x, b, a, inverse, vertical, horizontal, y):
    n = x.shape[0] - 2
    for i in prange(1, n + 1):
        over, row, under, of, to = x[i - 1], x[i], x[i + 1], b[i], y[i]
        for j in range(1, n + 1):
            to[j] = inverse * of[j] + a * (over[j] + under[j] + row[j - 1] + row[j + 1])
        frame_row(to, horizontal)
    frame_ends(y, vertical)


@single
def relax(x, b, a, c, vertical, horizontal, sweeps, first, second):
    old, new = x, first
    for t in range(sweeps):
        new = second if t % 2 else first
        relax_sweep(old, b, a / c, F(1) / c, vertical, horizontal, new)
        old = new
    return new


@fast
def advect(x, u, v, dt, vertical, horizontal, y):
    n = x.shape[0] - 2
    for i in prange(1, n + 1):
        for j in range(1, n + 1):
            p = max(min(F(i) - dt * F(n) * u[i, j], F(n) + F(0.5)), F(0.5))
            q = max(min(F(j) - dt * F(n) * v[i, j], F(n) + F(0.5)), F(0.5))
            k, l = np.int32(p), np.int32(q)
            s, t = p - F(k), q - F(l)
            top = x[k, l] + t * (x[k, l + 1] - x[k, l])
            bottom = x[k + 1, l] + t * (x[k + 1, l + 1] - x[k + 1, l])
            y[i, j] = top + s * (bottom - top)
        frame_row(y[i], horizontal)
    frame_ends(y, vertical)


@fast
def divergence_of(u, v, divergence):
    n = u.shape[0] - 2
    factor = F(-0.5) / F(n)
    for i in prange(1, n + 1):
        for j in range(1, n + 1):
            divergence[i, j] = factor * (u[i + 1, j] - u[i - 1, j] + v[i, j + 1] - v[i, j - 1])


@fast
def subtract_gradient(p, u, v):
    n = u.shape[0] - 2
    factor = F(0.5) * F(n)
    for i in prange(1, n + 1):
        for j in range(1, n + 1):
            u[i, j] -= factor * (p[i + 1, j] - p[i - 1, j])
            v[i, j] -= factor * (p[i, j + 1] - p[i, j - 1])
        frame_row(u[i], F(1))
        frame_row(v[i], F(-1))
    frame_ends(u, F(-1))
    frame_ends(v, F(1))


def fluid(n, steps, sweeps):
    dt, one = F(0.1), F(1)
    a = F(0.1 * 0.0001 * n * n)
    angle = 2 * np.pi * np.arange(n + 2) / n
    start_u, start_v = (np.zeros((n + 2, n + 2), F) for _ in range(2))
    start_u[1:-1, 1:-1] = (0.5 * np.sin(angle)[:, None] * np.cos(2 * angle)[None, :])[1:-1, 1:-1]
    start_v[1:-1, 1:-1] = (0.5 * np.cos(2 * angle)[:, None] * np.sin(angle)[None, :])[1:-1, 1:-1]
    start = inputs.picture(n + 2, n + 2) / F(255)
    zero, forced, divergence, *free = (np.zeros((n + 2, n + 2), F) for _ in range(11))
    states = [[np.empty_like(zero) for _ in range(3)] for _ in range(2)]

    def diffuse(x, vertical, horizontal, first, second):
        return relax(x, x, a, 1 + 4 * a, F(vertical), F(horizontal), sweeps, first, second)

    def project(u, v):
        divergence_of(u, v, divergence)
        subtract_gradient(relax(zero, divergence, one, F(4), one, one, sweeps, free[4], free[5]), u, v)

    def work():
        u, v, smoke = start_u, start_v, start
        for step in range(steps):
            new_u, new_v, new_smoke = states[step % 2]
            np.subtract(u, dt * smoke, out=forced)
            u, v = diffuse(forced, -1, 1, free[0], free[1]), diffuse(v, 1, -1, free[2], free[3])
            project(u, v)
            advect(u, u, v, dt, F(-1), one, new_u)
            advect(v, u, v, dt, one, F(-1), new_v)
            project(new_u, new_v)
            advect(diffuse(smoke, 1, 1, free[6], free[7]), new_u, new_v, dt, one, one, new_smoke)
            u, v, smoke = new_u, new_v, new_smoke
        return smoke

    return nothing, work


PROGRAMS = {
    program.__name__: program
    for program in (
        mandelbrot, matrix_chain, backprop, canny, hotspot, pathfinder, remap, nbody, jacobi3d, black_scholes, histogram, lu,
        floyd_warshall, statistics, components, conjugate_gradients, particle_filter, life, needleman_wunsch, local_contrast,
        srad, lattice_boltzmann, scan, odd_even_sort, kmeans, sparse_product, median3x3, box_blur, colour_threshold,
        similarity, resize, hough, nearest, filter_bank, mri_q, multigrid, block_matching, binomial_options, fluid,
    )
}

if __name__ == "__main__":
    inputs.main(PROGRAMS, sys.argv[1], sys.argv[2:])
