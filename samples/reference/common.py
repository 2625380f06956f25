"""What the references of the samples share: reading pictures, comparing results."""
import sys

import numpy as np
from PIL import Image


def read(path):
    """A picture as height × width × 3 numbers in 0..255."""
    return np.asarray(Image.open(path).convert("RGB"), dtype=np.float64)


def read_result(path):
    """What a sample wrote: an OpenEXR file of floats, or an 8-bit picture."""
    if path.endswith(".exr"):
        import OpenEXR
        return np.asarray(OpenEXR.File(path).channels()["RGB"].pixels, dtype=np.float64)
    return np.asarray(Image.open(path), dtype=np.float64)


def shifted(padded, radius, dy, dx):
    """The picture inside `padded`, which has a margin of `radius`, moved by (dy, dx)."""
    height, width = padded.shape[0] - 2 * radius, padded.shape[1] - 2 * radius
    return padded[radius + dy : radius + dy + height, radius + dx : radius + dx + width]


def pad(picture, radius, mode):
    """A margin on the first two axes; mode as in numpy.pad ('symmetric' is Quasar's 'mirror)."""
    return np.pad(picture, [(radius, radius)] * 2 + [(0, 0)] * (picture.ndim - 2), mode=mode)


def finish(name, difference, limit):
    """Prints the comparison and ends with 0 when it is within its limit."""
    verdict = "equal" if difference <= limit else "DIFFERENT"
    print(f"{name}: {verdict}, {difference:.6g} (limit {limit:g})")
    sys.exit(0 if difference <= limit else 1)
