"""Numbers that tell of a picture: its noise and its blur."""
import numpy as np
from scipy import ndimage


def noise_mad(x):
    return np.median(abs(x - ndimage.median_filter(x, 5, mode="reflect"))) / 0.6745


def noise_liu(x, size=7):
    patches = np.lib.stride_tricks.sliding_window_view(x, (size, size)).reshape(-1, size * size)
    texture = np.zeros(len(patches))
    count = (x.shape[0] - size + 1, x.shape[1] - size + 1)
    # The program's windows on the derivatives are wide where these are high, and go over the border, where it reads zeros.
    for axis, shape in ((1, (size - 2, size)), (0, (size, size - 2))):
        # Half the difference of both neighbours, without the outermost line.
        d = ndimage.correlate1d(x, [-0.5, 0, 0.5], axis=axis, mode="reflect") ** 2
        d = np.pad(d[:, 1:-1], ((0, 0), (0, 2))) if axis == 1 else np.pad(d[1:-1], ((0, 2), (0, 0)))
        sums = np.lib.stride_tricks.sliding_window_view(d, shape).sum((2, 3))
        texture += sums[: count[0], : count[1]].ravel()
    least = np.linalg.eigvalsh(patches.T @ patches / len(patches))[0]
    chosen = patches[texture < least * 81.8]
    if len(chosen) >= size * size:
        least = np.linalg.eigvalsh(chosen.T @ chosen / (len(chosen) - 1))[0]
    return np.sqrt(least)


def blur_metric(x):
    worst = 0
    for axis in (0, 1):
        blurred = ndimage.uniform_filter1d(x, 9, axis=axis, mode="reflect")
        sharp, soft = (abs(np.diff(v, axis=axis))[1:, 1:] for v in (x, blurred))
        # The program sums rows 1..m-2 and columns 1..n-2 of the differences.
        sharp, soft = sharp[: x.shape[0] - 2, : x.shape[1] - 2], soft[: x.shape[0] - 2, : x.shape[1] - 2]
        worst = max(worst, 1 - np.maximum(0, sharp - soft).sum() / sharp.sum())
    return worst
