"""The pictures that the programs in tests/programs/methods make for themselves (import/photograph.q), made again."""
from pathlib import Path

import numpy as np
from PIL import Image
from scipy import ndimage

ROOT = Path(__file__).parents[2]
SIGMA, FINE, MEMORY = 0.08, 0.02, 0.7


def photograph():
    return np.asarray(Image.open(ROOT / "samples/images/camera.png"), float)[108:156, 198:246] / 255


def white_noise(shape=(48, 48)):
    """Sums of twelve numbers of the three generators of Wichmann and Hill: deviation 1, nearly normal."""
    a, b, c = 1, 2, 3
    values = []
    for _ in range(shape[0] * shape[1]):
        s = -6
        for _ in range(4):
            a, b, c = 171 * a % 30269, 172 * b % 30307, 170 * c % 30323
            s += a / 30269 + b / 30307 + c / 30323
        values.append(s)
    return np.reshape(values, shape)


def coloured_noise():
    """Each value remembers its left neighbour; the deviation stays 1."""
    y = white_noise()
    for n in range(1, y.shape[1]):
        y[:, n] = MEMORY * y[:, n - 1] + np.sqrt(1 - MEMORY**2) * y[:, n]
    return y


def gaussian(x, sigma, radius):
    return ndimage.gaussian_filter(x, sigma, mode="reflect", radius=radius)


CLEAN = photograph()
NOISY = CLEAN + SIGMA * white_noise()
CORRELATED = CLEAN + SIGMA * coloured_noise()
BLURRED = gaussian(CLEAN, 1, 4) + FINE * white_noise()
BLURRED_CORRELATED = gaussian(CLEAN, 1, 4) + FINE * coloured_noise()
