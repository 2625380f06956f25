"""Writes the filters of wavelets.q: python3 make_wavelets.py prints them.

Daubechies: the factor of the half-band polynomial with all roots inside the unit circle.
Symlets: the choice of roots whose phase is nearest to linear.
Common factor (Selesnick 2002): pairs whose second filter is the first one, delayed by half a sample.
Each filter is polished until it is orthonormal to the last digit.
"""
from itertools import product
from math import comb

import numpy as np


def half_band_roots(moments):
    """Roots of the polynomial in y = (2 - z - 1/z)/4, as pairs (z, 1/z)."""
    y = np.roots([comb(moments - 1 + k, k) for k in range(moments - 1, -1, -1)])
    half = 1 - 2 * y
    z = half + np.sqrt(half * half - 1)
    return np.where(abs(z) > 1, 1 / z, z)


def from_roots(roots, moments):
    taps = np.real(np.poly(np.concatenate([np.array(roots, complex), -np.ones(moments)])))
    return taps * np.sqrt(2) / taps.sum()


def polish(h, moments):
    """Newton steps on the equations that define the filter."""
    n = len(h)
    for _ in range(20):
        rows, values = [], []
        for k in range(n // 2):
            shifted = np.concatenate([np.zeros(2 * k), h[: n - 2 * k]])
            back = np.concatenate([h[2 * k :], np.zeros(2 * k)])
            rows.append(shifted + back)
            values.append(np.dot(h, shifted) - (k == 0))
        signs = (-1.0) ** np.arange(n)
        for p in range(moments):
            power = np.linspace(-1, 1, n) ** p
            rows.append(signs * power)
            values.append(np.dot(signs * power, h))
        step = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)[0]
        h = h - step
    return h


def daubechies(moments):
    return polish(from_roots(half_band_roots(moments), moments), moments)


def asymmetry(h):
    w = np.linspace(0.01, 2.5, 400)
    response = np.exp(-1j * np.outer(w, np.arange(len(h)))) @ h
    phase = np.unwrap(np.angle(response))
    return np.abs(phase - np.polyval(np.polyfit(w, phase, 1), w)).max()


def symlet(moments):
    roots = half_band_roots(moments)
    groups = [[r] for r in roots if abs(r.imag) < 1e-9] + [[r, r.conj()] for r in roots if r.imag > 1e-9]
    best = None
    for choice in product([False, True], repeat=len(groups)):
        chosen = [1 / r if turn else r for group, turn in zip(groups, choice) for r in group]
        h = from_roots(chosen, moments)
        value = asymmetry(h)
        if best is None or value < best[0] - 1e-9:
            best = (value, h)
    return polish(best[1], moments)


def delay(degree, by=0.5):
    """The denominator of an all-pass filter that delays by a part of a sample, after Thiran."""
    d = [1.0]
    for n in range(degree):
        d.append(d[-1] * (degree - n) * (degree - n - by) / ((n + 1) * (n + 1 + by)))
    return np.array(d)


def common_factor(moments, degree):
    d = delay(degree)
    size = moments + degree
    s = np.convolve(np.poly(-np.ones(2 * moments)), np.convolve(d, d[::-1]))
    matrix = np.zeros((len(s) + 2 * size - 2, 2 * size - 1))
    for k in range(2 * size - 1):
        matrix[k : k + len(s), k] = s
    centre = (matrix.shape[0] - 1) // 2
    rows = [r for r in range(matrix.shape[0]) if (r - centre) % 2 == 0]
    r = np.linalg.lstsq(matrix[rows], np.array([float(k == centre) for k in rows]), rcond=None)[0]
    roots = np.roots((r + r[::-1]) / 2)
    inside = roots[np.argsort(abs(roots))][: size - 1]
    f = np.real(np.poly(np.concatenate([inside, -np.ones(moments)])))
    pair = np.array([np.convolve(f, d), np.convolve(f, d[::-1])])
    pair *= np.sqrt(2) / pair[0].sum()
    return pair


def error(h):
    n = len(h)
    return max(abs(np.dot(h[2 * k :], h[: n - 2 * k]) - (k == 0)) for k in range(n // 2))


def row(h):
    return ",".join(f"{v:.12g}" for v in h)


if __name__ == "__main__":
    for moments in range(1, 11):
        h = daubechies(moments)
        assert error(h) < 1e-12, (moments, error(h))
        print(f"db{moments} = [{row(h)}]")
    for moments in range(4, 11):
        h = symlet(moments)
        assert error(h) < 1e-12, (moments, error(h))
        print(f"sym{moments} = [{row(h)}]")
    print("filtercoeff_selcw = mat[mat](6,6)")
    for moments, degree in product(range(1, 7), range(1, 7)):
        pair = common_factor(moments, degree)
        assert max(error(pair[0]), error(pair[1])) < 1e-7, (moments, degree, error(pair[0]))
        print(f"filtercoeff_selcw[{moments - 1},{degree - 1}] = [[{row(pair[0])}],[{row(pair[1])}]]")
