"""Transforms of pictures to bands and back, from their definitions: orthogonal and complex wavelets, windows in the spectrum.

A transform is a pair of functions: one gives a list of bands, of which the last are of low resolution, the other the picture.
"""
from functools import cache
from pathlib import Path

import numpy as np
from scipy import fft

WAVELETS = Path(__file__).parents[2] / "stdlib/wavelets.q"


@cache
def filters(name):
    """The scaling filters of that name, read from the library's table."""
    for line in WAVELETS.read_text().splitlines():
        left, equals, value = line.partition(" = ")
        if left == name and equals:
            return np.atleast_2d(np.array(eval(value, {})))
    raise KeyError(name)


def analysis_matrix(low, size):
    """One step of a periodic orthogonal transform as a matrix, from the definition."""
    taps = len(low)
    high = [(-1) ** i * low[taps - 1 - i] for i in range(taps)]
    rows = np.zeros((size, size))
    for k in range(size // 2):
        for i in range(taps):
            place = (2 * k + i - (taps // 2 - 1)) % size
            rows[k, place] += low[i]
            rows[size // 2 + k, place] += high[i]
    return rows


def wavelet_steps(size, pairs, scales):
    """For each scale the matrices of one step over rows and over columns; pairs gives the two filters of a scale."""
    return [tuple(analysis_matrix(low, n // 2**j) for low, n in zip(pairs(j), size)) for j in range(scales)]


def wavelet_analysis(x, steps):
    bands = []
    for rows, columns in steps:
        y = rows @ x @ columns.T
        a, b = y.shape[0] // 2, y.shape[1] // 2
        bands += [y[:a, b:], y[a:, :b], y[a:, b:]]
        x = y[:a, :b]
    return [*bands, x]


def wavelet_synthesis(bands, steps):
    x = bands[-1]
    for j, (rows, columns) in reversed(list(enumerate(steps))):
        right, below, both = bands[3 * j : 3 * j + 3]
        x = rows.T @ np.block([[x, right], [below, both]]) @ columns
    return x


def wavelet(size, scales):
    low = filters("db8")[0]
    steps = wavelet_steps(size, lambda _: (low, low), scales)
    return lambda x: wavelet_analysis(x, steps), lambda bands: wavelet_synthesis(bands, steps)


def complex_wavelet(size, scales):
    """Four trees, by either filter of a pair along rows and columns; sums and differences of them are the real and imaginary parts."""
    pairs = [filters("filtercoeff_farras"), filters("filtercoeff_dualfilt")]
    trees = [
        wavelet_steps(size, lambda j, r=r, c=c: (pairs[min(j, 1)][r], pairs[min(j, 1)][c]), scales) for r in (0, 1) for c in (0, 1)
    ]
    # Each row a part of a complex band: (0,0)-(1,1), (0,1)+(1,0), (0,0)+(1,1), (1,0)-(0,1).
    mix = np.sqrt(0.5) * np.array([[1, 0, 0, -1], [0, 1, 1, 0], [1, 0, 0, 1], [0, -1, 1, 0]])

    def analyse(x):
        parts = [wavelet_analysis(x / 2, steps) for steps in trees]
        details = [np.tensordot(mix, np.stack(four), 1) for four in zip(*(p[:-1] for p in parts))]
        return [band for four in details for band in four] + [p[-1] for p in parts]

    def synthesise(bands):
        details = [np.tensordot(mix.T, np.stack(bands[i : i + 4]), 1) for i in range(0, len(bands) - 4, 4)]
        parts = [[four[t] for four in details] + [bands[t - 4]] for t in range(4)]
        return sum(wavelet_synthesis(part, steps) for part, steps in zip(parts, trees)) / 2

    return analyse, synthesise


def below_octave(r):
    """1 up to 1/2, then the cosine of the logarithm, 0 from 1 on."""
    return np.cos(np.pi / 2 * np.log2(np.clip(2 * r, 1, 2)))


def above_octave(r):
    return np.sin(np.pi / 2 * np.log2(np.clip(2 * r, 1, 2)))


def steered(p, q, k, count):
    """A power of the cosine of the angle to direction k; over all directions the squares add up to 1."""
    angles = np.pi * np.arange(count) / count
    power = np.cos(np.arctan2(p, q)[..., None] - angles) ** (count - 1)
    return power[..., k] / np.sqrt(np.sum(power**2, axis=-1))


def sheared(p, q, k, count):
    """Meyer's window over the slopes, which go round in steps of 4/count."""
    flat = abs(q) >= abs(p)
    slope = np.where(flat, p / np.where(flat & (q != 0), q, 1), 2 - q / np.where(flat | (p == 0), 1, p))
    d = abs((slope * count / 4 - k + count / 2) % count - count / 2)
    return np.where(d < 1, np.cos(np.pi / 2 * d**4 * (35 - 84 * d + 70 * d**2 - 20 * d**3)), 0)


def spectral(size, directions, scales, window):
    """Bands of octaves and directions: the highest frequencies, then scale by scale the directions, the lowest frequencies last."""
    windows = []
    for band in range(directions * scales + 2):
        j = 0 if band == 0 else min((band - 1) // directions, scales)
        shape = [-(-n // 2**j) for n in size]
        index = [np.rint(fft.fftfreq(n, 1 / n)).astype(int) for n in shape]
        p, q = np.meshgrid(*(2 * i / n for i, n in zip(index, size)), indexing="ij")
        r = np.hypot(p, q)
        if band == 0:
            g = above_octave(r)
        elif band > directions * scales:
            g = below_octave(r * 2**scales)
        else:
            g = below_octave(r * 2**j) * above_octave(r * 2 ** (j + 1)) * window(p, q, (band - 1) % directions, directions)
            # Windows that change their sign with the frequency's belong to real bands when turned by 90 degrees.
            g = -1j * g if window is steered and directions % 2 == 0 else g
        windows.append((g * np.sqrt(np.prod(shape) / np.prod(size)), np.ix_(*index)))

    def analyse(x):
        spectrum = fft.fft2(x)
        return [fft.ifft2(g * spectrum[where]).real for g, where in windows]

    def synthesise(bands):
        spectrum = np.zeros(size, complex)
        for band, (g, where) in zip(bands, windows):
            spectrum[where] += np.conj(g) * (np.prod(size) / band.size) * fft.fft2(band)
        return fft.ifft2(spectrum).real

    return analyse, synthesise


def pyramid(size, scales, directions=8):
    return spectral(size, directions, scales, steered)


def shearlet(size, scales, directions=8):
    return spectral(size, directions, scales, sheared)
