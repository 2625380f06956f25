"""The methods of tests/external/driver.q in NumPy and SciPy, written from their definitions.

    python3 reference.py make FOLDER PHOTO          noisy.npy and clean.npy, a part of the photograph with fixed noise
    python3 reference.py compare METHOD FOLDER      RESULT of the driver against the reference
"""
import sys
from pathlib import Path

import numpy as np
from scipy import ndimage, sparse
from scipy.sparse.linalg import spsolve

SIGMA = 0.08


def make(folder, photo):
    from PIL import Image

    clean = np.asarray(Image.open(photo).convert("L"), float)[100:356, 120:376] / 255
    noise = np.random.default_rng(7).normal(0, SIGMA, clean.shape)
    np.save(folder / "clean.npy", clean.astype(np.float32))
    np.save(folder / "noisy.npy", (clean + noise).astype(np.float32))


def anisotropic_diffusion(x, steps=5, dt=0.2, k=0.1):
    for _ in range(steps):
        padded, change = np.pad(x, 1), np.zeros_like(x)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy or dx:
                    step = padded[1 + dy : 1 + dy + x.shape[0], 1 + dx : 1 + dx + x.shape[1]] - x
                    change += np.exp(-((step / k) ** 2)) * step / (dy * dy + dx * dx)
        x = x + dt * change
    return x


def bilateral(x, range_sigma=50, sigma=1.5, top=255):
    """The weight of a pair of values p and q in closed form.

    The program sums c_k cos(a_k p) cos(a_k q), a_k = (2k - N) u, over binomial coefficients c_k, of which its first one is N times too large.
    """
    x = 255 * x
    gamma = np.pi / (2 * top)
    rho = gamma * range_sigma
    n = int(min(np.ceil(1 / rho**2), 100))
    u = gamma / (rho * np.sqrt(n))
    radius = int(np.ceil(3 * sigma))
    padded = np.pad(x, radius, "symmetric")
    total, weights = np.zeros_like(x), np.zeros_like(x)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            there = padded[radius + dy : radius + dy + x.shape[0], radius + dx : radius + dx + x.shape[1]]
            w = (np.cos(u * (there - x)) ** n + np.cos(u * (there + x)) ** n) / 2
            w += (n - 1) / 2**n * np.cos(n * u * x) * np.cos(n * u * there)
            w *= np.exp(-(dy * dy + dx * dx) / (2 * sigma**2)) / (2 * np.pi * sigma**2)
            total += w * there
            weights += w
    # Where the weights cancel, the result is left open.
    return np.where(abs(weights) > 0.1, total / weights / 255, np.nan)


def gaussian(x, sigma=1.3):
    return ndimage.gaussian_filter(x, sigma, mode="reflect", radius=int(np.ceil(3 * sigma)))


def laplacian(shape):
    """The matrix of [[0,-1,0],[-1,4,-1],[0,-1,0]] over a mirrored picture."""
    second = lambda n: sparse.diags([np.r_[1, 2 * np.ones(n - 2), 1], -np.ones(n - 1), -np.ones(n - 1)], [0, 1, -1])
    return sparse.kron(second(shape[0]), sparse.eye(shape[1])) + sparse.kron(sparse.eye(shape[0]), second(shape[1]))


def tikhonov(x, weight=0.5):
    """The least of |u - x|² + weight |L u|², solved directly."""
    operator = laplacian(x.shape)
    return spsolve((sparse.eye(x.size) + weight * operator @ operator).tocsc(), x.ravel()).reshape(x.shape)


def tikhonov_deconvolution(x, weight=1.5, steps=10):
    """Ten steps of conjugate gradients."""
    axis = np.arange(15) - 7
    mask = np.exp(-(axis[:, None] ** 2 + axis**2) / (2 * 1.5**2))
    mask /= mask.sum()
    second = np.array([[0, -1, 0], [-1, 4, -1], [0, -1, 0]], float)
    twice = lambda u: ndimage.correlate(ndimage.correlate(u, second, mode="reflect"), second, mode="reflect")
    apply = lambda u: ndimage.correlate(u, mask, mode="reflect") + weight * twice(u)
    u = x.copy()
    residual = x - apply(u)
    direction, square = residual, np.sum(residual * residual)
    for _ in range(steps):
        image = apply(direction)
        length = square / np.sum(direction * image)
        u = u + length * direction
        residual = residual - length * image
        direction, square = residual + np.sum(residual**2) / square * direction, np.sum(residual**2)
    return u


def total_variation(x, weight=0.05, steps=100, rate=0.01):
    u = x.copy()
    unit = lambda a, b: (a + b) / np.maximum(np.hypot(a, b), 1e-10)
    for _ in range(steps):
        p = np.pad(u, 1, "symmetric")
        right, down = p[1:-1, 2:] - u, p[2:, 1:-1] - u
        left, up = u - p[1:-1, :-2], u - p[:-2, 1:-1]
        # The program's masks [-1,1,0] and [0,-1,1] sit on their second element.
        gradient = unit(left, up) - unit(right, down)
        u = u - rate * ((u - x) + weight * gradient)
    return u


def nlmeans(x, search=5, patch=4, h=0.2):
    padded = np.pad(x, patch, "symmetric")
    total, weights = np.zeros_like(padded), np.zeros_like(padded)
    for dy in range(-search, search + 1):
        for dx in range(-search, search + 1):
            there = np.roll(padded, (-dy, -dx), (0, 1))
            distance = ndimage.uniform_filter((padded - there) ** 2, 2 * patch + 1, mode="wrap")
            w = np.where(np.sqrt(distance) < h, (1 - distance / h**2) ** 8, 0)
            if dy == 0 and dx == 0:
                w = np.full_like(w, 0.2)
            total += w * there
            weights += w
    inner = slice(patch, -patch)
    return (total / weights)[inner, inner]


def analysis_matrix(low, size):
    """One step of a periodic orthogonal transform as a matrix, from the definition."""
    taps = len(low)
    high = [(-1) ** i * low[taps - 1 - i] for i in range(taps)]
    rows = np.zeros((size, size))
    for k in range(size // 2):
        for i in range(taps):
            place = (2 * k + i - (taps // 2 - 1)) % size
            rows[k, place] += low[i]
            rows[size // 2 + k, place] += high[i]
    return rows


def filters():
    """The pairs that the driver names, read from the library's table."""
    text = (Path(__file__).parents[2] / "stdlib/wavelets.q").read_text()
    found = {}
    for line in text.splitlines():
        name, equals, value = line.partition(" = ")
        if name in ("filtercoeff_farras", "filtercoeff_selcw[3,1]") and equals:
            found[name] = np.array(eval(value, {}))
    return found["filtercoeff_farras"], found["filtercoeff_selcw[3,1]"]


def wavelet(x, threshold, shrink, scales=3):
    """Four orthogonal transforms, rows and columns by either filter.

    The program transforms a stack of equal pictures, so that each scale is larger by sqrt(2), and the threshold counts less.
    """
    first, later = filters()
    result = np.zeros_like(x)
    for row_tree in (0, 1):
        for column_tree in (0, 1):
            y, size, steps = x.copy(), x.shape[0], []
            for scale in range(scales):
                pair = first if scale == 0 else later
                steps.append((analysis_matrix(pair[row_tree], size), analysis_matrix(pair[column_tree], size), size))
                band = steps[-1][0] @ y[:size, :size] @ steps[-1][1].T
                y[:size, :size] = shrink(band, threshold / np.sqrt(2) ** (scale + 1))
                y[: size // 2, : size // 2] = band[: size // 2, : size // 2]
                size //= 2
            for rows, columns, size in reversed(steps):
                y[:size, :size] = rows.T @ y[:size, :size] @ columns
            result += y / 4
    return result


def wavelet_soft(x):
    return wavelet(x, 0.15, lambda w, t: np.sign(w) * np.maximum(abs(w) - t, 0))


def wavelet_hard(x):
    return wavelet(x, 0.4, lambda w, t: w * (abs(w) > t))


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


# Each method with the largest difference that single precision and the order of sums leave.
LIMITS = {
    anisotropic_diffusion: 1e-5,
    bilateral: 1e-4,
    gaussian: 1e-5,
    tikhonov: 1e-4,
    tikhonov_deconvolution: 1e-3,
    # Its gradient jumps where neighbours are equal.
    total_variation: 5e-3,
    nlmeans: 1e-4,
    wavelet_soft: 1e-4,
    wavelet_hard: 1e-4,
    noise_mad: 1e-6,
    noise_liu: 1e-3,
    blur_metric: 1e-5,
}

# Methods without a reference: how much nearer to the clean picture they must come, in decibels.
GAINS = {"blsgsm_dtcwt": 5, "blsgsm_wavelet": 3, "blsgsm_shearlet": 5, "blsgsm_pyramid": 5}


def distance(a, b):
    return 10 * np.log10(np.mean((a - b) ** 2))


def compare(method, folder):
    noisy, clean = (np.load(folder / f"{name}.npy").astype(float) for name in ("noisy", "clean"))
    result = np.load(folder / f"{method}.npy").astype(float).reshape(-1)
    if method in GAINS:
        gain = distance(noisy, clean) - distance(result.reshape(clean.shape), clean)
        print(f"{method}: {gain:.2f} dB nearer to the clean picture (at least {GAINS[method]})")
        return gain >= GAINS[method]
    reference = next(f for f in LIMITS if f.__name__ == method)
    wanted = np.ravel(reference(noisy))
    defined = ~np.isnan(wanted)
    if defined.mean() < 0.9:
        print(f"{method}: the reference leaves {1 - defined.mean():.0%} open")
        return False
    difference = np.abs(wanted - result)[defined].max()
    print(f"{method}: largest difference {difference:.2g} (limit {LIMITS[reference]:g})")
    return difference <= LIMITS[reference]


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), sys.argv[3])
    elif sys.argv[1] == "methods":
        print(*(f.__name__ for f in LIMITS), *GAINS)
    else:
        sys.exit(0 if compare(sys.argv[2], Path(sys.argv[3])) else 1)
