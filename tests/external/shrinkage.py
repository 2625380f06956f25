"""Methods that change the bands of a transform: thresholds, and the Bayesian least squares of Gaussian scale mixtures (BLS-GSM)."""
import numpy as np

import transforms

SIGMA = 0.08
WINDOW = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def pairs(scale):
    return transforms.filters("filtercoeff_selcw[3,1]" if scale else "filtercoeff_farras")


def soft(w, threshold):
    return np.sign(w) * np.maximum(abs(w) - threshold, 0)


def hard(w, threshold):
    return w * (abs(w) > threshold)


def thresholded(x, threshold, shrink, scales=3):
    """Four orthogonal transforms, rows and columns by either filter of a pair; the mean of their results.

    The program transforms a stack of equal pictures, so that each scale is larger by sqrt(2), and the threshold counts less.
    """
    result = np.zeros_like(x)
    for rows in (0, 1):
        for columns in (0, 1):
            steps = transforms.wavelet_steps(x.shape, lambda j: (pairs(j)[rows], pairs(j)[columns]), scales)
            bands = transforms.wavelet_analysis(x, steps)
            details = [shrink(band, threshold / np.sqrt(2) ** (i // 3 + 1)) for i, band in enumerate(bands[:-1])]
            result += transforms.wavelet_synthesis([*details, bands[-1]], steps) / 4
    return result


def thresholded_stack(x, threshold, shrink, scales=3):
    """The same on the stack of eight pictures, as the program does it: the peer for times."""
    result = np.zeros_like(x)
    for rows in (0, 1):
        for columns in (0, 1):
            choices = (rows, columns, 0)
            y, corners = np.repeat(x[..., None], 8, axis=2), []
            for scale in range(scales):
                corners.append(tuple(slice(0, n // 2**scale) for n in y.shape))
                for axis in range(3):
                    y[corners[-1]] = step(y[corners[-1]], pairs(scale)[choices[axis]], axis)
            lowest = tuple(slice(0, n // 2**scales) for n in y.shape)
            low = y[lowest].copy()
            y = shrink(y, np.float32(threshold))
            y[lowest] = low
            for scale in reversed(range(scales)):
                for axis in reversed(range(3)):
                    y[corners[scale]] = step_back(y[corners[scale]], pairs(scale)[choices[axis]], axis)
            result += y[..., 0] / 4
    return result


def taps_of(low, size):
    """For each tap its place relative to the pair of samples and both coefficients."""
    n = len(low)
    return [(i - (n // 2 - 1), low[i], (-1) ** i * low[n - 1 - i]) for i in range(n)]


def step(x, low, axis):
    x = np.moveaxis(x, axis, 0)
    even = 2 * np.arange(len(x) // 2)
    first = second = 0
    for place, a, b in taps_of(low, len(x)):
        v = x[(even + place) % len(x)]
        first, second = first + float(a) * v, second + float(b) * v
    return np.moveaxis(np.concatenate([first, second]), 0, axis)


def step_back(y, low, axis):
    y = np.moveaxis(y, axis, 0)
    half = len(y) // 2
    x, even = np.zeros_like(y), 2 * np.arange(half)
    for place, a, b in taps_of(low, len(y)):
        x[(even + place) % len(y)] += float(a) * y[:half] + float(b) * y[half:]
    return np.moveaxis(x, 0, axis)


def wavelet_soft(x, method=thresholded):
    return method(x, 0.15, soft)


def wavelet_hard(x, method=thresholded):
    return method(x, 0.4, hard)


def covariance(x):
    """Of windows of 3 by 3, from the means of products of pixels at each distance.

    Below and on the right the picture goes on periodically. Above it are zeros: the program counts on the remainder of a negative
    number being positive, which in its language it is not.
    """
    means = {}
    for i in range(-2, 3):
        for j in range(3):
            product = x * np.roll(x, (-i, -j), (0, 1))
            product[: max(-i, 0)] = 0
            means[i, j] = product.mean()
    distances = [[(a[0] - b[0], a[1] - b[1]) for b in WINDOW] for a in WINDOW]
    lower = np.array([[means[d if d[1] >= 0 else (-d[0], -d[1])] for d in row] for row in distances])
    return np.tril(lower) + np.tril(lower, -1).T


def least_modulus(matrix, least):
    """The symmetric matrix with eigenvalues of at least that modulus; their signs stay."""
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.copysign(np.maximum(abs(values), least), values)) @ vectors.T


def bayesian(x, noise):
    """The expectation of each coefficient given its window, which is sqrt(z) u + noise with Gaussian u and Jeffrey's prior for z."""
    z = np.exp(np.linspace(-21.5, -3.5, 4))
    z = z / z.mean()
    signal = least_modulus(covariance(x) - noise, 1e-2)
    values, vectors = np.linalg.eigh(noise)
    # In bands without the highest frequencies rounding makes some of the least ones negative; a decomposition by singular values keeps signs.
    root, inverse = ((vectors * np.copysign(abs(values) ** power, values)) @ vectors.T for power in (0.5, -0.5))
    # In the basis of Q the noise is white and the parts of the signal are independent.
    energies, q = np.linalg.eigh(inverse @ signal @ inverse)
    energies = np.maximum(abs(energies), 1e-2)
    windows = np.stack([np.roll(x, (-i, -j), (0, 1)) for i, j in WINDOW])
    parts = np.tensordot(q.T @ inverse, windows, 1)
    middle = (root @ q)[4]
    estimate, likelihoods = 0, 0
    for scale in z:
        sign, logarithm = np.linalg.slogdet(scale * signal + noise)
        spread = scale * energies + 1
        exponent = (36 + logarithm if sign > 0 else 0) + np.tensordot(1 / spread, parts**2, 1)
        likelihood = np.exp(-exponent / 2)
        estimate = estimate + likelihood * np.tensordot(middle * (spread - 1) / spread, parts, 1)
        likelihoods = likelihoods + likelihood
    return np.where(likelihoods > 0, estimate / np.where(likelihoods > 0, likelihoods, 1), 0)


def mixtures(x, draws, transform):
    """draws is the white noise from which the program takes the noise's covariance in each band; the last four bands stay."""
    analyse, synthesise = transform(x.shape, 4)
    bands, noise = analyse(x), analyse(draws)
    changed = [bayesian(b, SIGMA**2 * covariance(n)) for b, n in zip(bands[:-4], noise[:-4])]
    return synthesise([*changed, *bands[-4:]])
