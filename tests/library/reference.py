"""The functions of the library that tests/library/driver.q calls, from NumPy and SciPy.

    python3 reference.py make FOLDER       the input of the driver
    python3 reference.py compare FOLDER    its results against the references; exit code 1 where one differs
"""
import sys
from pathlib import Path

import numpy as np
from scipy import integrate, ndimage

import denoising

PHOTO = Path(__file__).parents[2] / "samples/images/camera.png"


def inputs():
    from PIL import Image

    picture = np.asarray(Image.open(PHOTO).convert("L"), float) / 255
    random = np.random.default_rng(11)
    photo = picture[60:133, 200:297].astype(np.float32)
    smooth = ndimage.gaussian_filter(picture, 3)
    return {
        "photo": photo,
        "mask": (random.random((3, 5)) < 0.6).astype(np.float32),
        "edges": (photo < 0.12).astype(np.float32),
        # A part of even sizes, with noise.
        "noisy": (picture[60:132, 200:296] + random.normal(0, 0.08, (72, 96))).astype(np.float32),
        # A small motion of the photograph: 0.3 pixels to the right, 0.2 up.
        "moved": ndimage.shift(picture, (-0.2, 0.3), order=3)[60:133, 200:297].astype(np.float32),
        "square": (random.normal(size=(12, 12)) + 3 * np.eye(12)).astype(np.float32),
    }


def resize(x, shape, kernel, support):
    """Weights of each row and column, from the definition of the grid."""

    def weights(n, size):
        rows = np.zeros((size, n))
        for i in range(size):
            p = (i + 0.5) * n / size - 0.5
            for k in range(int(np.floor(p)) - support + 1, int(np.floor(p)) + support + 1):
                rows[i, min(max(k, 0), n - 1)] += kernel(abs(p - k))
        return rows

    return weights(x.shape[0], shape[0]) @ x @ weights(x.shape[1], shape[1]).T


def keys(t):
    return 1.5 * t**3 - 2.5 * t**2 + 1 if t < 1 else -0.5 * t**3 + 2.5 * t**2 - 4 * t + 2 if t < 2 else 0


def nearest(x, shape):
    rows, columns = (((np.arange(s) + 0.5) * n / s).astype(int) for n, s in zip(x.shape, shape))
    return x[np.ix_(rows, columns)]


def disk(radius):
    axis = np.arange(-radius, radius + 1)
    return axis[:, None] ** 2 + axis**2 <= radius**2


def shifts(x, radius):
    padded = np.pad(x, radius, "symmetric")
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            yield dy, dx, padded[radius + dy : radius + dy + x.shape[0], radius + dx : radius + dx + x.shape[1]]


def non_local_means(x, search, patch, h):
    wide = np.pad(x, patch + search, "symmetric")
    total, weights = 0, 0
    inner = lambda a, m: a[m : a.shape[0] - m, m : a.shape[1] - m]
    for dy in range(-search, search + 1):
        for dx in range(-search, search + 1):
            there = inner(np.roll(wide, (-dy, -dx), (0, 1)), search)
            distance = inner(ndimage.uniform_filter((inner(wide, search) - there) ** 2, 2 * patch + 1), patch)
            w = np.exp(-distance / h**2)
            total = total + w * inner(there, patch)
            weights = weights + w
    return total / weights


def bilateral(x, spatial, value):
    total, weights = 0, 0
    for dy, dx, there in shifts(x, int(np.ceil(3 * spatial))):
        w = np.exp(-(dy**2 + dx**2) / (2 * spatial**2) - (there - x) ** 2 / (2 * value**2))
        total = total + w * there
        weights = weights + w
    return total / weights


def total_variation(x, weight, steps=4000):
    """The same least value by another method: projected gradients with momentum on the dual problem."""
    gradient = lambda u: np.stack([np.pad(np.diff(u, axis=0), ((0, 1), (0, 0))), np.pad(np.diff(u, axis=1), ((0, 0), (0, 1)))])

    def divergence(p):
        down, right = p[0].copy(), p[1].copy()
        down[-1], right[:, -1] = 0, 0
        return np.diff(down, axis=0, prepend=0) + np.diff(right, axis=1, prepend=0)

    p = q = np.zeros((2, *x.shape))
    t = 1
    for _ in range(steps):
        new = q + gradient(x + weight * divergence(q)) / (8 * weight)
        new /= np.maximum(1, np.hypot(*new))
        following = (1 + np.sqrt(1 + 4 * t * t)) / 2
        p, q, t = new, new + (t - 1) / following * (new - p), following
    return x + weight * divergence(p)


def guided(guide, x, radius, epsilon):
    mean = lambda a: ndimage.uniform_filter(a, 2 * radius + 1, mode="reflect")
    a = (mean(guide * x) - mean(guide) * mean(x)) / (mean(guide**2) - mean(guide) ** 2 + epsilon)
    return mean(a) * guide + mean(mean(x) - a * mean(guide))


def levels(x, count):
    return np.floor(np.clip(x, 0, 1) * (count - 1) + np.float32(0.5)).astype(int)


def equalised(x, count):
    return np.cumsum(np.bincount(levels(x, count).ravel(), minlength=count))[levels(x, count)] / x.size


def adaptive(x, tiles, limit, count):
    rows, columns = ([i * n // t for i in range(t + 1)] for n, t in zip(x.shape, tiles))
    maps = np.zeros((*tiles, count))
    for i in range(tiles[0]):
        for j in range(tiles[1]):
            tile = levels(x[rows[i] : rows[i + 1], columns[j] : columns[j + 1]], count)
            counts = np.bincount(tile.ravel(), minlength=count)
            most = limit * tile.size / count
            counts = np.minimum(counts, most) + np.maximum(counts - most, 0).sum() / count
            maps[i, j] = np.cumsum(counts) / tile.size
    g = levels(x, count)
    position = [np.clip((np.arange(n) + 0.5) * t / n - 0.5, 0, t - 1) for n, t in zip(x.shape, tiles)]
    result = np.zeros_like(x)
    for i in range(tiles[0]):
        for j in range(tiles[1]):
            weight = np.maximum(0, 1 - abs(position[0] - i))[:, None] * np.maximum(0, 1 - abs(position[1] - j))
            result += weight * maps[i, j][g]
    return result


def derivatives(x):
    return [ndimage.correlate1d(x, [-0.5, 0, 0.5], axis=axis, mode="reflect") for axis in (1, 0)]


def window(x, sigma):
    return ndimage.gaussian_filter(x, sigma, mode="reflect", radius=int(np.ceil(3 * sigma)))


def harris(x, sigma, k):
    dx, dy = derivatives(x)
    a, b, c = window(dx * dx, sigma), window(dx * dy, sigma), window(dy * dy, sigma)
    return a * c - b * b - k * (a + c) ** 2


def flow(first, second, sigma):
    dx, dy = derivatives((first + second) / 2)
    dt = second - first
    tensor = [window(v, sigma) for v in (dx * dx, dx * dy, dx * dy, dy * dy)]
    matrices = np.moveaxis(np.array(tensor).reshape(2, 2, *first.shape), (0, 1), (2, 3))
    right = -np.stack([window(dx * dt, sigma), window(dy * dt, sigma)], axis=2)
    u = np.linalg.solve(matrices, right[..., None])[..., 0]
    return np.vstack([u[..., 0], u[..., 1]])


def hough(x, angles):
    far = int(np.ceil(np.hypot(x.shape[0] - 1, x.shape[1] - 1)))
    counts = np.zeros((2 * far + 1, angles))
    rows, columns = np.nonzero(x)
    for t in range(angles):
        theta = np.pi * t / angles - np.pi / 2
        rho = columns * np.cos(theta) + rows * np.sin(theta)
        counts[:, t] = np.bincount(np.rint(rho).astype(int) + far, minlength=len(counts))
    return counts


def labelled(x, corners):
    return ndimage.label(x, np.ones((3, 3)) if corners else None)[0]


def measured(labels):
    """Areas, centres and boxes of regions."""
    rows = []
    for k, box in enumerate(ndimage.find_objects(labels), 1):
        centre = ndimage.center_of_mass(labels == k)
        rows.append([(labels == k).sum(), *centre, *(b.start for b in box), *(b.stop - 1 for b in box)])
    return np.array(rows)


def large(x, least, corners):
    labels = labelled(x, corners)
    return ((np.bincount(labels.ravel()) >= least)[labels]) & (labels > 0)


def otsu(x, count):
    """The middle between the levels at which the variance between both sides is greatest."""
    x = x.astype(np.float32)
    step = (float(x.max()) - float(x.min())) / (count - 1)
    level = np.floor((x.astype(float) - float(x.min())) / step + 0.5).astype(int)
    h = np.bincount(level.ravel(), minlength=count) / x.size
    w, m = np.cumsum(h)[:-1], np.cumsum(h * np.arange(count))
    between = (m[-1] * w - m[:-1]) ** 2 / (w * (1 - w))
    return float(x.min()) + (np.argmax(between) + 0.5) * step


def warped(x, mode):
    rows, columns = np.mgrid[0:60, 0:110]
    a = np.array([[1, 0.1, -8], [0.05, 0.9, 6], [0.001, 0.002, 1]])
    m, n, depth = np.tensordot(a, np.stack([rows, columns, np.ones_like(rows)]), 1)
    return ndimage.map_coordinates(x, [m / depth, n / depth], order=1, mode=mode)


def turned(x, degrees, reshape):
    return ndimage.rotate(x, degrees, order=1, mode="grid-constant", reshape=reshape)


def regions(x, edges):
    eight = labelled(edges, True)
    found = {
        "bwlabel_8": (eight, 0),
        "bwlabel_4": (labelled(edges, False), 0),
        "regionprops": (measured(eight), 1e-4),
        "bwareaopen": (large(edges, 5, True), 0),
        "bwareaopen_4": (large(edges, 5, False), 0),
        "imfill": (ndimage.binary_fill_holes(edges), 0),
        "imfill_8": (ndimage.binary_fill_holes(edges, np.ones((3, 3))), 0),
        "graythresh": (np.array([otsu(x, 256), otsu(100 * x - 30, 64)]), np.array([1e-6, 1e-4])),
        "imrotate": (turned(x, 25, True), 1e-3),
        "imrotate_crop": (turned(x, -130.5, False), 1e-3),
    }
    modes = {"mirror": "reflect", "clamped": "nearest", "circular": "grid-wrap", "zero": "grid-constant"}
    return found | {f"imwarp_{name}": (warped(x, mode), 1e-3) for name, mode in modes.items()}


def ordered(values):
    """By real and then by imaginary part, as eig."""
    values = sorted(values, key=lambda v: (round(v.real, 4), v.imag))
    return np.array([[v.real for v in values], [v.imag for v in values]])


def order(x):
    x32 = x.astype(np.float32)
    flat, data = x32.ravel(), np.floor(np.float32(255) * x32)
    places = [data.min(), data.argmin(), x32.argmin(), x32.max(), x32.argmax(), data.argmax()]
    values, first, place = np.unique(data, return_index=True, return_inverse=True)
    found = {
        "sort_rows": np.sort(x32),
        "sort_columns": np.sort(x32, 0)[::-1],
        "argsort": np.argsort(flat, kind="stable"),
        "argsort_descend": np.argsort(-x32, 1, kind="stable"),
        "sort_bytes": np.sort(data, 0),
        "argsort_bytes": np.argsort(data, 0, kind="stable"),
        "places": np.array(places),
        "unique": values,
        "unique_first": first,
        "unique_place": place.ravel(),
    }
    return {name: (value, 0) for name, value in found.items()}


def series(x):
    row, other = x[7], x[20, :11]
    places = np.cumsum(row + 0.1)
    full = np.convolve(row, other)
    fit = np.polynomial.Polynomial.fit(100 + 5 * row, np.sin(7 * row), 3).convert().coef[::-1]
    edges = [0, 0.2, 0.25, 0.5, 0.9]
    counts = [((x >= a) & (x < b)).sum() for a, b in zip(edges, edges[1:])] + [(x == edges[-1]).sum()]
    return {
        "diff": (np.diff(row), 1e-6),
        "diff_columns": (np.diff(x, axis=0), 1e-6),
        "gradient_rows": (np.gradient(x, axis=1), 1e-6),
        "gradient_columns": (np.gradient(x, axis=0), 1e-6),
        "gradient": (np.gradient(row, 0.5), 1e-6),
        "areas": (np.array([np.trapezoid(row), np.trapezoid(row, places)]), 1e-4),
        "cumtrapz": (integrate.cumulative_trapezoid(row, initial=0), 1e-4),
        "polyval": (np.polyval([2, -1, 0.5, 3], x), 1e-5),
        # Coefficients of powers of numbers near 100 are large.
        "polyfit": (fit, 2e-3 * abs(fit)),
        "interp1": (np.interp(np.linspace(0, 60, 321), places, row, -2, -2), 1e-3),
        "histc": (np.array(counts), 0),
        "percentile": (np.percentile(x, [0, 12.5, 50, 77, 100]), 1e-6),
        "fftshift": (np.vstack([np.fft.fftshift(np.fft.fft2(x)).real, np.fft.ifftshift(x)]), 1e-2),
        "turned": (np.hstack([np.fliplr(x), np.flipud(x), np.rot90(x).T]), 0),
        "conv_full": (full, 1e-5),
        "conv_same": (full[5 : 5 + len(row)], 1e-5),
        "conv_valid": (np.convolve(row, other, "valid"), 1e-5),
    }


def expected():
    given = {name: value.astype(float) for name, value in inputs().items()}
    x, mask, edges, moved, a, noisy = (given[n] for n in ("photo", "mask", "edges", "moved", "square", "noisy"))
    morphology = {"mode": "reflect"}
    flat = np.array([[1, 2, 0], [0, -3, 1], [2, 2, 5.0]])
    inside = x[(x >= np.float32(0.2)) & (x <= np.float32(0.8))]
    reference = {
        "gaussian_filter": (window(x, 1.7), 1e-5),
        "imfilter": (ndimage.correlate(x, flat, mode="nearest"), 1e-5),
        "immedfilt_3": (ndimage.median_filter(x, 3, mode="reflect"), 0),
        "immedfilt_5": (ndimage.median_filter(x, 5, mode="reflect"), 0),
        "imresize_nearest": (nearest(x, (50, 81)), 0),
        "imresize_bilinear": (resize(x, (50, 81), lambda t: max(0, 1 - t), 1), 1e-4),
        "imresize_bicubic": (resize(x, (50, 81), keys, 2), 1e-4),
        "imdilate": (ndimage.grey_dilation(x, footprint=mask > 0, **morphology), 0),
        "imerode": (ndimage.grey_erosion(x, footprint=mask > 0, **morphology), 0),
        "imopen": (ndimage.grey_opening(x, footprint=disk(2), **morphology), 0),
        "imclose": (ndimage.grey_closing(x, footprint=disk(2), **morphology), 0),
        "imnlmfilt": (non_local_means(x, 3, 2, 0.1), 1e-4),
        "imbilatfilt": (bilateral(x, 1.5, 0.1), 1e-4),
        "tvdenoise": (total_variation(x, 0.1), 5e-3),
        "imdiffusefilt_exponential": (denoising.diffusion(x, lambda s: np.exp(-s)), 1e-5),
        "imdiffusefilt_quadratic": (denoising.diffusion(x, lambda s: 1 / (1 + s)), 1e-5),
        "imtikhonov": (denoising.tikhonov(x, 2.5), 1e-4),
        "imwavdenoise_soft": (denoising.thresholded(noisy, 0.1, 0.1), 1e-5),
        # A coefficient at the threshold may go either way.
        "imwavdenoise_hard": (denoising.thresholded(noisy, 0.1, 0), 1e-4),
        "imblsgsm": (denoising.mixtures(noisy, 0.08), 1e-4),
        "quality": (denoising.quality(x, moved, noisy, window(x, 1.5)), 1e-4),
        "imboxfilt": (ndimage.uniform_filter(x, 9, mode="reflect"), 1e-4),
        "imguidedfilter": (guided(x, moved, 3, 0.01), 1e-4),
        "histeq": (equalised(x.astype(np.float32), 64), 1e-5),
        "adapthisteq": (adaptive(x.astype(np.float32), (3, 4), 2, 32), 1e-4),
        "integral_image": (np.pad(x.cumsum(0).cumsum(1), ((1, 0), (1, 0))), 1e-2),
        "bwdist": (ndimage.distance_transform_edt(edges == 0), 1e-4),
        "harris_response": (harris(x, 1.2, 0.05), 1e-6),
        "hough": (hough(edges, 7), 0),
        "optical_flow": (flow(x, moved, 4), 1e-2),
        "histogram": (np.histogram(inside, 10, (np.float32(0.2), np.float32(0.8)))[0], 2),
        "find_index": (np.array([np.argmin(x), np.argmax(x)]), 0),
        "svd": (np.linalg.svd(a)[1], 1e-4),
        "symeig": (np.linalg.eigvalsh(a + a.T), 1e-4),
        "eig": (ordered(np.linalg.eigvals(a)), 1e-3),
        "lsolve": (np.linalg.inv(a), 1e-3),
        "logdet": (np.array([np.linalg.slogdet(a @ a.T)[1], np.linalg.det(0.5 * a)]), 1e-1),
        "pinv": (np.linalg.pinv(a[:, :6]), 1e-3),
    }
    reference |= order(x) | series(x) | regions(x, edges)
    for name, mode in {"mirror": "symmetric", "clamped": "edge", "circular": "wrap", "zero": "constant"}.items():
        reference[f"impad_{name}"] = (np.pad(x, ((3, 3), (4, 4)), mode), 0)
    return reference


def noise_is_pink(folder):
    """Octaves of noise with a density 1/f have, per frequency, half the power of the octave below."""
    x = np.load(folder / "cgn_rand.npy").astype(float)
    power = abs(np.fft.fft2(x)) ** 2
    f = np.hypot(np.fft.fftfreq(64)[:, None], np.fft.fftfreq(48))
    low, high = (power[(f >= a) & (f < 2 * a)].mean() for a in (0.1, 0.2))
    return abs(x.mean()) < 1e-4 and abs(x.var() - 1) < 0.4 and 1.5 < low / high < 2.7


def less_noise(folder):
    """Tells what does not come nearer to the clean picture, in decibels, than it must."""
    given = inputs()
    clean, noisy = given["photo"][:72, :96].astype(float), given["noisy"]
    failed = 0
    for name, least in {"imwavdenoise_soft": 3, "imwavdenoise_hard": 3, "imblsgsm": 5}.items():
        gain = denoising.psnr(np.load(folder / f"{name}.npy"), clean) - denoising.psnr(noisy, clean)
        if not gain >= least:
            failed = 1
            print(f"{name}: {gain:.2f} dB nearer to the clean picture (at least {least})")
    return failed


def main(task, folder):
    if task == "make":
        for name, value in inputs().items():
            np.save(folder / f"{name}.npy", value)
        return 0
    failed = 0
    for name, (wanted, limit) in expected().items():
        found = np.load(folder / f"{name}.npy").astype(float)
        same = found.size == np.size(wanted)
        difference = abs(found.reshape(np.shape(wanted)) - wanted) if same else np.array(np.inf)
        if not (difference <= limit).all():
            failed = 1
            print(f"{name}: differs by {difference.max():.3g} (limit {np.max(limit):g}), {found.shape} and {np.shape(wanted)}")
    failed |= less_noise(folder)
    if not noise_is_pink(folder):
        failed = 1
        print("cgn_rand: the spectrum is another one")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
