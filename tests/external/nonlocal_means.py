"""The four forms of non-local means: for white and for correlated noise, each alone and with deconvolution."""
import numpy as np
from scipy import ndimage

SEARCH, PATCH = 5, 4
# What makes the correlated noise white; the driver has the same mask.
WHITENING = np.array([[0, -0.1, 0], [-0.25, 1.6, -0.15], [0, -0.1, 0]])


def sums(x, guide, h, search=SEARCH, patch=PATCH):
    """For each pixel the weighted sum over its neighbourhood in x and the sum of the weights, which patches of the guide give."""
    wide, looks = np.pad(x, patch, "symmetric"), np.pad(guide, patch, "symmetric")
    # The program gives each pixel itself a fifth of the weight of an equal patch.
    total, weights = 0.2 * wide, np.full_like(wide, 0.2)
    for dy in range(0, search + 1):
        for dx in range(-search if dy else 1, search + 1):
            there = lambda a, sign=-1: np.roll(a, (sign * dy, sign * dx), (0, 1))
            distance = ndimage.uniform_filter((looks - there(looks)) ** 2, 2 * patch + 1, mode="wrap")
            w = np.where(distance < h * h, (1 - distance / h**2) ** 8, 0)
            # A pair of pixels has one distance, and counts for both.
            total += w * there(wide) + there(w * wide, 1)
            weights += w + there(w, 1)
    inner = (slice(patch, -patch), slice(patch, -patch))
    return total[inner], weights[inner]


def whitened(x):
    return ndimage.correlate(x, WHITENING, mode="reflect")


def nlmeans(x):
    total, weights = sums(x, x, 0.2)
    return total / weights


def nlmeans_correlated(x):
    total, weights = sums(x, whitened(x), 0.3)
    return total / weights


def steepest_descent(x, guide, h, weight, steps=2):
    """Steps down |Hu - x|² + weight Σ w (u - there)², each as long as the program says, with H a Gaussian mask."""
    axis = np.arange(15) - 7
    mask = np.exp(-(axis[:, None] ** 2 + axis**2) / 2)
    mask /= mask.sum()
    blur = lambda v: ndimage.correlate(v, mask, mode="reflect")

    def against_neighbours(v):
        total, weights = sums(v, guide, h)
        return weights * v - total

    u = x
    for _ in range(steps):
        slope = 2 * blur(blur(u) - x) + 2 * weight * against_neighbours(u)
        pull, change = against_neighbours(slope), blur(slope)
        length = 2 * weight * np.sum(u * pull) - np.sum((x - blur(u)) * change)
        u = u - length / (2 * weight * np.sum(slope * pull) + np.sum(change**2)) * slope
    return u


def nlmeans_deconvolution(x):
    return steepest_descent(x, x, 0.15, 0.02)


def nlmeans_correlated_deconvolution(x):
    return steepest_descent(x, whitened(x), 0.2, 0.01)
