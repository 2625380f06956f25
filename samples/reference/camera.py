"""Edges of films in NumPy and SciPy: python3 camera.py INPUT RESULT compares RESULT, a film of grey values, with them."""
import sys

import numpy as np
from scipy.ndimage import sobel

from common import finish


def film(path):
    """The frames of a film of grey values."""
    with open(path, "rb") as file:
        head = dict((field[0], field[1:]) for field in file.readline().decode().split()[1:])
        width, height = int(head["W"]), int(head["H"])
        frames = []
        while file.readline() == b"FRAME\n":
            frames.append(np.frombuffer(file.read(width * height), np.uint8).reshape(height, width))
    return [frame.astype(np.float64) for frame in frames]


def edges(frame):
    # "reflect" of SciPy repeats the outermost pixels, as 'mirror does.
    return np.minimum(np.hypot(sobel(frame, 0, mode="reflect"), sobel(frame, 1, mode="reflect")), 255)


if __name__ == "__main__":
    expected, result = ([edges(frame) for frame in film(sys.argv[1])], film(sys.argv[2]))
    if len(result) != len(expected) or not result:
        sys.exit(f"{len(result)} frames, not {len(expected)}")
    # Values are written as bytes.
    finish("camera", max(np.abs(a - b).max() for a, b in zip(expected, result)), 1)
