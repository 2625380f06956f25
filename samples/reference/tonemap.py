"""Local tone mapping in NumPy: python3 tonemap.py INPUT RESULT [SIGMA COMPRESSION] compares RESULT with it."""
import sys

import numpy as np

from common import finish, pad, read, read_result, shifted

RANGE_SIGMA = 0.35


def bilateral(x, sigma, likeness):
    radius = int(2 * sigma)
    wide = pad(x, radius, "edge")
    total, mean = np.zeros_like(x), np.zeros_like(x)
    for i in range(-radius, radius + 1):
        for j in range(-radius, radius + 1):
            v = shifted(wide, radius, i, j)
            weight = np.exp(-(i * i + j * j) / (2 * sigma**2) - (v - x) ** 2 / (2 * likeness**2))
            total += weight
            mean += weight * v
    return mean / total


def tonemap(photo, sigma, compression):
    light = np.log(photo @ np.array([0.2126, 0.7152, 0.0722]) + 1)
    base = bilateral(light, sigma, RANGE_SIGMA)
    gain = np.exp((compression - 1) * (base - base.max()))
    return np.minimum(photo * gain[:, :, None], 255)


if __name__ == "__main__":
    sigma, compression = (float(v) for v in sys.argv[3:5]) if len(sys.argv) > 4 else (5.0, 0.45)
    expected = tonemap(read(sys.argv[1]), sigma, compression)
    finish("tonemap", np.abs(expected - read_result(sys.argv[2])).max(), 0.5)
