"""Methods against noise, and numbers that tell of it, from their definitions."""
import sys
from pathlib import Path

import numpy as np
from scipy import fft, ndimage

sys.path.append(str(Path(__file__).parents[1] / "external"))
import transforms


def psnr(a, b):
    return -10 * np.log10(np.mean((a - b) ** 2))


def diffusion(x, conduction, k=0.1, steps=6, rate=0.2):
    """What leaves a pixel over an edge between two pixels enters the other one."""
    for _ in range(steps):
        change = np.zeros_like(x)
        for axis in (0, 1):
            d = np.diff(x, axis=axis)
            flow = d * conduction((d / k) ** 2)
            # The sums of what flows in, of which there is nothing over the border.
            margin = [(1, 1) if a == axis else (0, 0) for a in (0, 1)]
            change += np.diff(np.pad(flow, margin), axis=axis)
        x = x + rate * change
    return x


def tikhonov(x, weight):
    """Cosines are the eigenvectors of the differences in a mirrored picture."""
    rows, columns = (2 - 2 * np.cos(np.pi * np.arange(n) / n) for n in x.shape)
    basis = {"norm": "ortho"}
    return fft.idctn(fft.dctn(x, **basis) / (1 + weight * (rows[:, None] + columns)), **basis)


def thresholded(x, threshold, less, scales=3):
    analyse, synthesise = transforms.complex_wavelet(x.shape, scales)
    bands = analyse(x)
    for i in range(0, 12 * scales, 2):
        z = bands[i] + 1j * bands[i + 1]
        modulus = np.maximum(abs(z), threshold)
        z = np.where(abs(z) > threshold, z * (1 - less / modulus), 0)
        bands[i : i + 2] = z.real, z.imag
    return synthesise(bands)


def mixtures(x, sigma, scales=3):
    analyse, synthesise = transforms.complex_wavelet(x.shape, scales)
    bands = analyse(x)
    return synthesise([expected(band, sigma / 2) for band in bands[: 12 * scales]] + bands[12 * scales :])


def expected(band, sigma):
    """The expectation of each coefficient given the 3 by 3 around it, by the likelihood of each amplitude."""
    shifts = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    windows = np.stack([np.roll(band, (-i, -j), (0, 1)).ravel() for i, j in shifts])
    values, vectors = np.linalg.eigh(windows @ windows.T / band.size)
    signal = (vectors * np.maximum(values - sigma**2, 0)) @ vectors.T
    estimates, logarithms = [], []
    for z in np.exp(np.arange(-20.5, 4, 2)):
        whole = z * signal + sigma**2 * np.eye(9)
        solved = np.linalg.solve(whole, windows)
        logarithms.append(-(np.linalg.slogdet(whole)[1] + np.sum(windows * solved, axis=0)) / 2)
        estimates.append(z * signal[4] @ solved)
    weights = np.exp(np.array(logarithms) - np.max(logarithms, axis=0))
    return (np.sum(weights * estimates, axis=0) / weights.sum(axis=0)).reshape(band.shape)


def noise(x):
    details = x[0::2, 0::2] - x[0::2, 1::2] - x[1::2, 0::2] + x[1::2, 1::2]
    return np.median(abs(details / 2)) / 0.6744898


def blur(x):
    shares = []
    for axis in (0, 1):
        again = ndimage.uniform_filter1d(x, 9, axis=axis, mode="reflect")
        sharp, soft = (abs(np.diff(v, axis=axis)) for v in (x, again))
        part = (slice(None), slice(1, None)) if axis == 0 else (slice(1, None), slice(None))
        shares.append(1 - np.maximum(sharp - soft, 0)[part].sum() / sharp[part].sum())
    return max(shares)


def quality(x, moved, noisy, smooth):
    return np.array([psnr(x, moved), noise(noisy), blur(x), blur(smooth)])
