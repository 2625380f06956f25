"""The functions of bench/quasar/library.q in SciPy, scikit-image and OpenCV, in single precision.

    python3 library_functions.py PEER FUNCTION FOLDER SIZE REPETITIONS
"""
import os
import sys
import time
from pathlib import Path

import numpy as np

ROW = np.array([1, 4, 9, 16, 9, 4, 1], np.float32) / 44
MASK = np.array([[1, 0, 2, 0, 1], [0, -3, 1, 0, 0], [2, 1, 5, -1, 1], [0, 0, 1, 2, 0], [1, 0, -2, 0, 1]], np.float32) / 12
AXIS = np.arange(-3, 4)
DISK = AXIS[:, None] ** 2 + AXIS**2 <= 9


def with_scipy(given):
    from scipy import ndimage

    x, moved, edges = given["picture"], given["moved"], given["edges"]
    window = lambda v, sigma: ndimage.gaussian_filter(v, sigma, mode="reflect", radius=int(np.ceil(3 * sigma)))

    def separable():
        return ndimage.correlate1d(ndimage.correlate1d(x, ROW, axis=1), ROW, axis=0)

    def histeq():
        g = (np.clip(x, 0, 1) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
        return (np.bincount(g.ravel(), minlength=256).cumsum() / g.size).astype(np.float32)[g]

    def flow():
        mean = (x + moved) / 2
        dx, dy = (ndimage.correlate1d(mean, [-0.5, 0, 0.5], axis=axis) for axis in (1, 0))
        dt = moved - x
        a, b, c, e, f = (window(v, 4) for v in (dx * dx, dx * dy, dy * dy, dx * dt, dy * dt))
        return (b * f - c * e) / (a * c - b * b)

    return {
        "gaussian": lambda: window(x, 2),
        "separable": separable,
        "correlation": lambda: ndimage.correlate(x, MASK),
        "median3": lambda: ndimage.median_filter(x, 3),
        "median5": lambda: ndimage.median_filter(x, 5),
        "dilate": lambda: ndimage.grey_dilation(x, footprint=DISK),
        "erode": lambda: ndimage.grey_erosion(x, footprint=DISK),
        "bilinear": lambda: ndimage.zoom(x, 1.5, order=1, mode="nearest", grid_mode=True),
        "integral": lambda: np.pad(x.cumsum(0).cumsum(1), ((1, 0), (1, 0))),
        "distance": lambda: ndimage.distance_transform_edt(edges == 0),
        "histeq": histeq,
        "flow": flow,
    }


def with_skimage(given):
    from skimage import color, exposure, filters, morphology, restoration, transform

    x, colours = given["picture"], given["colours"]
    return {
        "gaussian": lambda: filters.gaussian(x, 2, truncate=3, mode="reflect"),
        "median3": lambda: filters.median(x, np.ones((3, 3)), mode="reflect"),
        "median5": lambda: filters.median(x, np.ones((5, 5)), mode="reflect"),
        "dilate": lambda: morphology.dilation(x, DISK),
        "erode": lambda: morphology.erosion(x, DISK),
        "bilinear": lambda: transform.resize(x, tuple(3 * n // 2 for n in x.shape), order=1, mode="edge", anti_aliasing=False),
        "bilateral": lambda: restoration.denoise_bilateral(x, win_size=13, sigma_color=0.1, sigma_spatial=2, mode="symmetric"),
        "nlmeans": lambda: restoration.denoise_nl_means(x, patch_size=5, patch_distance=5, h=0.1, fast_mode=True),
        "integral": lambda: np.pad(transform.integral_image(x, dtype=np.float32), ((1, 0), (1, 0))),
        "histeq": lambda: exposure.equalize_hist(x, nbins=256),
        "adapthisteq": lambda: exposure.equalize_adapthist(x, kernel_size=x.shape[0] // 8, clip_limit=0.01, nbins=256),
        "lab": lambda: color.rgb2lab(colours),
    }


def with_opencv(given):
    import cv2

    cv2.setNumThreads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    x, colours, mirror = given["picture"], given["colours"], cv2.BORDER_REFLECT
    background, disk = (given["edges"] == 0).astype(np.uint8), DISK.astype(np.uint8)
    larger = tuple(3 * n // 2 for n in x.shape[::-1])
    return {
        "gaussian": lambda: cv2.GaussianBlur(x, (13, 13), 2, borderType=mirror),
        "separable": lambda: cv2.sepFilter2D(x, -1, ROW, ROW, borderType=mirror),
        "correlation": lambda: cv2.filter2D(x, -1, MASK, borderType=mirror),
        "median3": lambda: cv2.medianBlur(x, 3),
        "median5": lambda: cv2.medianBlur(x, 5),
        "dilate": lambda: cv2.dilate(x, disk),
        "erode": lambda: cv2.erode(x, disk),
        "bilinear": lambda: cv2.resize(x, larger, interpolation=cv2.INTER_LINEAR),
        "bicubic": lambda: cv2.resize(x, larger, interpolation=cv2.INTER_CUBIC),
        "bilateral": lambda: cv2.bilateralFilter(x, 13, 0.1, 2, borderType=mirror),
        "integral": lambda: cv2.integral(x, sdepth=cv2.CV_32F),
        "distance": lambda: cv2.distanceTransform(background, cv2.DIST_L2, cv2.DIST_MASK_PRECISE),
        "lab": lambda: cv2.cvtColor(colours, cv2.COLOR_RGB2Lab),
    }


PEERS = {"SciPy": with_scipy, "scikit-image": with_skimage, "OpenCV": with_opencv}


def main(peer, which, folder, _, repetitions):
    given = {name: np.load(Path(folder) / f"{name}.npy") for name in ("picture", "moved", "edges", "colours")}
    function = PEERS[peer](given).get(which)
    if function is None:
        sys.exit("not expressible")
    times = []
    for _ in range(int(repetitions)):
        start = time.perf_counter()
        result = function()
        times.append((time.perf_counter() - start) * 1e3)
    print("times: [" + ",".join(f"{t:.6f}" for t in times) + "]")
    np.save(Path(folder) / f"{peer}_{which}.npy", result)


if __name__ == "__main__":
    main(*sys.argv[1:])
