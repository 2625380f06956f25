"""Methods in the bands of transforms, and numbers that tell of a picture."""
import sys

import numpy as np
from pictures import ROOT, SIGMA
from scipy import stats

sys.path.append(str(ROOT / "tests/external"))
sys.path.append(str(ROOT / "tests/library"))
import denoising
import transforms

WINDOW = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def orthogonal(shape, name, scales):
    low = transforms.filters(name)[0]
    steps = transforms.wavelet_steps(shape, lambda _: (low, low), scales)
    return lambda x: transforms.wavelet_analysis(x, steps), lambda bands: transforms.wavelet_synthesis(bands, steps)


def soft(w, threshold):
    return np.sign(w) * np.maximum(abs(w) - threshold, 0)


def wavelet_soft(x, threshold=SIGMA, scales=3):
    """Donoho and Johnstone, 1994."""
    analyse, synthesise = orthogonal(x.shape, "db4", scales)
    *details, low = analyse(x)
    return synthesise([soft(w, threshold) for w in details] + [low])


def cycle_spinning(x, threshold=3 * SIGMA, scales=2):
    """Coifman and Donoho, 1995: the mean over all shifts of a hard threshold in Haar's basis, which is its undecimated transform."""
    analyse, synthesise = orthogonal(x.shape, "db1", scales)
    total = np.zeros_like(x)
    for dy in range(2**scales):
        for dx in range(2**scales):
            *details, low = analyse(np.roll(x, (dy, dx), (0, 1)))
            y = synthesise([w * (abs(w) > threshold) for w in details] + [low])
            total += np.roll(y, (-dy, -dx), (0, 1))
    return total / 4**scales


def expected(band, noise):
    """The expectation of each coefficient given its window of 3 by 3, a Gaussian vector times a root of z, plus noise (BLS-GSM).

    Portilla, Strela, Wainwright, Simoncelli, 2003; the logarithm of z is uniform in -20.5 … 3.5.
    """
    windows = np.stack([np.roll(band, (-i, -j), (0, 1)).ravel() for i, j in WINDOW])
    values, vectors = np.linalg.eigh(windows @ windows.T / band.size - noise)
    signal = (vectors * np.maximum(values, 0)) @ vectors.T
    estimates, logarithms = [], []
    for z in np.exp(np.arange(-20.5, 4, 2)):
        whole = z * signal + noise
        solved = np.linalg.solve(whole, windows)
        logarithms.append(-(np.linalg.slogdet(whole)[1] + np.sum(windows * solved, axis=0)) / 2)
        estimates.append(z * signal[4] @ solved)
    weights = np.exp(np.array(logarithms) - np.max(logarithms, axis=0))
    return (np.sum(weights * estimates, axis=0) / weights.sum(axis=0)).reshape(band.shape)


def covariance_in_band(analyse, shape, band, size):
    """What the transform makes of white noise of deviation 1, in windows of 3 by 3 of one band.

    It is the sum over the bands of all pictures of one pixel. As the band only moves where the pixel moves by the distance of two
    coefficients, the pixels of one such period are enough, summed over all windows.
    """
    rows, columns = size
    period = (shape[0] // rows, shape[1] // columns)
    covariance = np.zeros((9, 9))
    # Units at all places of one period see the band at all phases; shifts by whole periods only move it.
    for i in range(period[0]):
        for j in range(period[1]):
            unit = np.zeros(shape)
            unit[i, j] = 1
            b = analyse(unit)[band]
            windows = np.stack([np.roll(b, (-p, -q), (0, 1)).ravel() for p, q in WINDOW])
            covariance += windows @ windows.T
    return covariance


def mixtures(x, transform, kept):
    """All bands but the last ones, in the given transform."""
    analyse, synthesise = transform
    w = analyse(x)
    changed = [
        expected(b, SIGMA**2 * covariance_in_band(analyse, x.shape, i, b.shape)) for i, b in enumerate(w[: len(w) - kept])
    ]
    return synthesise(changed + w[len(w) - kept :])


def mixtures_wavelet(x):
    return mixtures(x, orthogonal(x.shape, "sym4", 2), 1)


def mixtures_pyramid(x):
    return mixtures(x, transforms.pyramid(x.shape, 2, 4), 1)


def mixtures_shearlets(x):
    return mixtures(x, transforms.shearlet(x.shape, 2, 4), 1)


def noise_of_details(x):
    """The median of the moduli of the finest diagonal details of another wavelet than Haar's."""
    return np.median(abs(orthogonal(x.shape, "db4", 1)[0](x)[2])) / stats.norm.ppf(0.75)


def noise_of_weak_textures(x, size=7, rounds=3, confidence=1 - 1e-6):
    """Liu, Tanaka, Okutomi, 2013: the least variance in any direction among patches that have no more gradient than noise has."""
    patches = np.lib.stride_tricks.sliding_window_view(x, (size, size)).reshape(-1, size * size)
    blocks = patches.reshape(-1, size, size)
    texture = sum((((b[..., 2:] - b[..., :-2]) / 2) ** 2).sum((1, 2)) for b in (blocks, blocks.transpose(0, 2, 1)))
    trace = 2 * size * (size - 2) / 2
    limit = stats.gamma.ppf(confidence, size**2 / 2, scale=2 / size**2 * trace)
    variance = np.linalg.eigvalsh(np.cov(patches.T, bias=True))[0]
    for _ in range(rounds):
        variance = np.linalg.eigvalsh(np.cov(patches[texture < limit * variance].T, bias=True))[0]
    return np.sqrt(variance)
