"""Non-local means in NumPy: python3 denoise.py INPUT RESULT [SIGMA] compares RESULT with it."""
import sys

import numpy as np
from scipy.ndimage import uniform_filter

from common import finish, pad, read, read_result, shifted

SEARCH, PATCH = 6, 2


def denoise(photo, sigma):
    noise = sigma**2 / 3
    # One margin serves both: the mirrored picture is compared with its own shifts.
    margin = SEARCH + PATCH
    bright = pad(photo.mean(axis=2), margin, "symmetric")
    colours = pad(photo, margin, "symmetric")
    height, width = photo.shape[:2]
    # The reference patch is mirrored at the border of the picture, the other one too:
    # both read the padded picture, centre and shift apart.
    total, colour = np.zeros((height, width)), np.zeros_like(photo)
    here = bright[SEARCH : SEARCH + height + 2 * PATCH, SEARCH : SEARCH + width + 2 * PATCH]
    for dy in range(-SEARCH, SEARCH + 1):
        for dx in range(-SEARCH, SEARCH + 1):
            there = bright[SEARCH + dy : SEARCH + dy + here.shape[0], SEARCH + dx : SEARCH + dx + here.shape[1]]
            squares = (here - there) ** 2
            distance = uniform_filter(squares, 2 * PATCH + 1)[PATCH : PATCH + height, PATCH : PATCH + width]
            weight = np.exp(-np.maximum(distance - 2 * noise, 0) / (0.5 * noise))
            total += weight
            colour += weight[:, :, None] * shifted(colours, margin, dy, dx)
    return colour / total[:, :, None]


if __name__ == "__main__":
    sigma = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
    expected = denoise(read(sys.argv[1]), sigma)
    finish("denoise", np.abs(expected - read_result(sys.argv[2])).max(), 0.5)
