"""Canny's edges in NumPy and SciPy: python3 edges.py INPUT RESULT [SIGMA LOW HIGH] compares RESULT with it."""
import sys

import numpy as np
from scipy.ndimage import convolve1d, label

from common import finish, pad, read, read_result, shifted


def gaussian(sigma):
    radius = int(np.ceil(3 * sigma))
    weights = np.exp(-np.arange(-radius, radius + 1) ** 2 / (2 * sigma**2))
    return weights / weights.sum()


def gradient(grey):
    """Sobel derivatives along columns and rows, with mirrored borders."""
    wide = pad(grey, 1, "symmetric")
    at = lambda dy, dx: shifted(wide, 1, dy, dx)
    gx = (at(-1, 1) - at(-1, -1) + 2 * (at(0, 1) - at(0, -1)) + at(1, 1) - at(1, -1)) / 8
    gy = (at(1, -1) - at(-1, -1) + 2 * (at(1, 0) - at(-1, 0)) + at(1, 1) - at(-1, 1)) / 8
    return gx, gy


def ridges(gx, gy, low, high):
    strength = np.hypot(gx, gy)
    wide = np.pad(strength, 1)
    step_y = np.where(np.abs(gy) > 0.41421356 * np.abs(gx), np.where(gy > 0, 1, -1), 0)
    step_x = np.where(np.abs(gx) > 0.41421356 * np.abs(gy), np.where(gx > 0, 1, -1), 0)
    rows, columns = np.indices(strength.shape) + 1
    ahead, behind = wide[rows + step_y, columns + step_x], wide[rows - step_y, columns - step_x]
    ridge = (strength > low) & (strength >= ahead) & (strength > behind)
    return ridge, ridge & (strength > high)


def edges(photo, sigma, low, high):
    grey = photo @ np.array([0.299, 0.587, 0.114])
    for axis in (1, 0):
        grey = convolve1d(grey, gaussian(sigma), axis=axis, mode="reflect")
    ridge, strong = ridges(*gradient(grey), low, high)
    # A component of ridges, eight neighbours each, is kept when one of its pixels is strong.
    components, count = label(ridge, structure=np.ones((3, 3)))
    keep = np.zeros(count + 1, dtype=bool)
    keep[components[strong]] = True
    return 255.0 * (keep[components] & ridge)


if __name__ == "__main__":
    sigma, low, high = (float(v) for v in sys.argv[3:6]) if len(sys.argv) > 5 else (1.4, 4.0, 10.0)
    expected = edges(read(sys.argv[1]), sigma, low, high)
    result = read_result(sys.argv[2])
    result = result[:, :, 0] if result.ndim == 3 else result
    finish("edges: share of pixels that differ", np.mean(expected != result), 0.001)
