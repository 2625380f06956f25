"""Arrays as pictures of a notebook, by a PNG that is written here.

Invariant: what is shown is the array when `show` was called; nothing of it changes.
"""

import struct
import sys
import zlib

import numpy as np


class Picture:
    """A picture for notebooks, which ask for its PNG. `bytes(picture)` are those of the file."""

    def __init__(self, pixels):
        self.height, self.width = pixels.shape[:2]
        self.png = png(pixels)

    def _repr_png_(self):
        return self.png

    def __bytes__(self):
        return self.png

    def __repr__(self):
        return f"<picture of {self.height}×{self.width} pixels>"


def picture(array, *, low=0, high=255, zoom=1):
    """An array of H×W grey values or H×W×3 colours as a picture: `low` is black, `high` white, and what lies outside is one of the two. Of
    booleans True is white. Each element becomes a square of `zoom` pixels."""
    array = np.asarray(array)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim != 2 and (array.ndim != 3 or array.shape[2] != 3):
        raise ValueError(f"a picture has H×W elements or H×W×3, and this array {'×'.join(map(str, array.shape)) or 'none, as it is a number'}")
    if array.size == 0:
        raise ValueError(f"an array of {'×'.join(map(str, array.shape))} has no elements to show")
    if array.dtype.kind not in "buif":
        raise TypeError(f"a picture has numbers, and this array {array.dtype}; of complex numbers show abs(x)")
    if not low < high:
        raise ValueError(f"low is {low} and high {high}: black has to be less than white")
    if zoom != int(zoom) or zoom < 1:
        raise ValueError(f"zoom is {zoom}: expected a whole number from 1")
    pixels = levels(array, low, high)
    zoom = int(zoom)
    return Picture(pixels.repeat(zoom, 0).repeat(zoom, 1) if zoom > 1 else pixels)


def levels(array, low, high):
    """Elements as bytes; what is not a number is black."""
    if array.dtype == bool:
        return array.astype(np.uint8) * 255
    if array.dtype == np.uint8 and (low, high) == (0, 255):
        return array
    # Where single precision holds all values, it is enough; halves would overflow.
    exact = np.result_type(array.dtype, np.float32)
    scaled = np.clip((array.astype(exact) - low) * (255 / (high - low)), 0, 255)
    return np.nan_to_num(np.rint(scaled)).astype(np.uint8)


def png(pixels):
    """The file of H×W or H×W×3 bytes."""
    height, width = pixels.shape[:2]
    # In front of each row stands the number of its filter: 0, none.
    rows = np.zeros((height, 1 + pixels[0].size), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    colour = 0 if pixels.ndim == 2 else 2
    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(chunk, chunks))


def chunk(part):
    """A part of the file: length, kind, contents and their check."""
    kind, body = part
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def show(*arrays, low=0, high=255, zoom=1):
    """Shows arrays in the notebook, as `picture` makes them."""
    pictures = [picture(array, low=low, high=high, zoom=zoom) for array in arrays]
    if not is_notebook():
        raise RuntimeError("show needs a notebook; elsewhere write a file: open(\"x.png\", \"wb\").write(bytes(quasar.picture(x)))")
    from IPython.display import display
    for one in pictures:
        display(one)


def is_notebook():
    """Whether IPython runs, without loading it."""
    core = sys.modules.get("IPython")
    return core is not None and core.get_ipython() is not None
