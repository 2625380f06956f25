"""Inputs and the line of results that the Python programs of this folder share; the same as common.q and peers.c."""
import sys
import time

import numpy as np


def states(count, first=1):
    """The linear congruential generator, whose numbers repeat after 134456."""
    period = np.empty(134456, np.int32)
    state = first
    for k in range(period.size):
        state = (8121 * state + 28411) % 134456
        period[k] = state
    return np.resize(period, count)


def noise(count):
    return states(count).astype(np.float32) / np.float32(134456)


def picture(rows, columns):
    m, n = np.arange(rows)[:, None], np.arange(columns)[None, :]
    slopes = abs((3 * m + n) % 128 - 64) + abs((m + 2 * n) % 96 - 48)
    grain = (7919 * m + 104729 * n + 31 * m * n) % 32
    disc = (m % 160 - 80) ** 2 + (n % 200 - 100) ** 2 < 3600
    return (slopes + grain + 96 * disc).astype(np.float32)


def colours(rows, columns):
    grey = picture(rows, columns)
    return np.ascontiguousarray(np.stack([grey, grey[:, ::-1], grey[::-1]], axis=2).astype(np.uint8))


def components_mask(n):
    i, j = np.arange(n)[:, None], np.arange(n)[None, :]
    radius = (7919 * (i // 48) + 10473 * (j // 40)) % 700
    return ((i % 48 - 24) ** 2 + (j % 40 - 20) ** 2 < radius).astype(np.int32)


def areas(labels):
    """The size of the component of each pixel: the same whatever the labels are."""
    counts = np.bincount(labels.ravel())
    counts[0] = 0
    return counts[labels]


def poisson(n):
    """The matrix of the five-point formula by rows: where they start, columns, values."""
    i, j = np.divmod(np.arange(n * n), n)
    rows = np.stack([i - 1, i, i, i, i + 1], axis=1)
    columns = np.stack([j, j - 1, j, j + 1, j], axis=1)
    inside = (rows >= 0) & (rows < n) & (columns >= 0) & (columns < n)
    values = np.broadcast_to(np.array([-1, -1, 4, -1, -1], np.float32), inside.shape)
    start = np.concatenate([[0], np.cumsum(inside.sum(axis=1))]).astype(np.int32)
    return start, (rows * n + columns)[inside].astype(np.int32), values[inside]


def sparse_matrix(n, longest):
    lengths = (31 * np.arange(n, dtype=np.int64) + 7) % longest
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    count = int(start[-1])
    return start, (states(count, 5) % n).astype(np.int32), noise(count)


def maps(n):
    """Rows and columns from which a distorted picture is taken."""
    centre = np.float32(n / 2)
    u, v = np.meshgrid((np.arange(n, dtype=np.float32) - centre), (np.arange(n, dtype=np.float32) - centre), indexing="ij")
    scale = 1 - np.float32(0.15) * ((u / centre) ** 2 + (v / centre) ** 2)
    return centre + scale * u, centre + scale * v


def response(n):
    k = np.minimum(np.arange(n), n - np.arange(n)).astype(np.float32) / np.float32(n)
    return (1 / (1 + 400 * (k[:, None] ** 2 + k[None, :] ** 2))).astype(np.float32)


def similar_pictures(n):
    x = picture(n, n)
    return x, np.float32(0.9) * x + np.float32(20) * noise(n * n).reshape(n, n)


def gaussian(radius, sigma):
    k = np.arange(-radius, radius + 1)
    w = np.exp(-(k**2) / (2 * sigma**2))
    return (w / w.sum()).astype(np.float32)


def edge_pixels(n):
    x = np.pad(picture(n, n), 1, mode="edge")
    return (abs(x[1:-1, 2:] - x[1:-1, :-2]) + abs(x[2:, 1:-1] - x[:-2, 1:-1]) > 100).astype(np.float32)


def queries_and_points(queries, points, features):
    x = noise((queries + points) * features).reshape(queries + points, features)
    return x[:queries].copy(), x[queries:].copy()


def filters(bands, taps):
    b, t = np.arange(bands)[:, None], np.arange(taps)[None, :]
    return (np.cos((2 * t + 1) * (2 * b + 1) * np.pi / (4 * bands)) * (1 - abs(2 * t - taps + 1) / taps)).astype(np.float32)


def check(result):
    y = np.asarray(result).astype(np.float64).ravel()
    n = y.size
    weights = 1 + 5 * np.arange(n) % 7
    numbers = [n, y.sum(), (weights * y).sum(), (y * y).sum(), y[0], y[7919 % n], y[-1]]
    print("check: ", *(f"{number:.9g}" for number in numbers))


def repeat(program, sizes, repetitions):
    """`program` gives what to do before and within the time that is taken; the latter gives the result."""
    reset, work = program(*sizes)
    reset()
    result = work()
    times = []
    for _ in range(repetitions):
        reset()
        start = time.perf_counter()
        result = work()
        times.append(1e3 * (time.perf_counter() - start))
    print("times: ", "[" + ",".join(f"{t:g}" for t in times) + "]")
    check(result)


def nothing():
    pass


def main(programs, name, words):
    if name not in programs:
        sys.exit(f"{name}: not expressible")
    *sizes, repetitions = map(int, words)
    repeat(programs[name], sizes, repetitions)
