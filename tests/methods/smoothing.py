"""Filters and variational methods."""
import numpy as np
from pictures import gaussian
from scipy import fft, ndimage


def shifted(x, dy, dx, mode="symmetric"):
    """x[m+dy, n+dx], mirrored beyond the border."""
    r = max(abs(dy), abs(dx))
    return np.pad(x, r, mode)[r + dy : r + dy + x.shape[0], r + dx : r + dx + x.shape[1]]


def diffusion_of_eight(x, k=0.1, steps=5, rate=0.1):
    """Perona and Malik with all eight neighbours, of which those along diagonals count half."""
    for _ in range(steps):
        change = np.zeros_like(x)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                d = shifted(x, dy, dx) - x
                change += d / (1 + (d / k) ** 2) / max(dy * dy + dx * dx, 1)
        x = x + rate * change
    return x


def neighbourhood_mean(x, weight, sigma=1, radius=3):
    total, weights = 0, 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            there = shifted(x, dy, dx)
            w = weight(there - x) * np.exp(-(dy * dy + dx * dx) / (2 * sigma**2))
            total, weights = total + w * there, weights + w
    return total / weights


def bilateral(x, deviation=0.2):
    """Tomasi and Manduchi, 1998."""
    return neighbourhood_mean(x, lambda d: np.exp(-(d**2) / (2 * deviation**2)))


def bilateral_by_cosines(x, deviation=0.2, power=24):
    """Chaudhury, Sage, Unser, 2011: a power of a cosine for the weights of values."""
    return neighbourhood_mean(x, lambda d: np.cos(d / (deviation * np.sqrt(power))) ** power)


def frequencies(n):
    return np.pi * np.arange(n) / n


def laplacian(shape):
    """In a mirrored picture cosines are the eigenvectors of everything symmetric."""
    rows, columns = (2 - 2 * np.cos(frequencies(n)) for n in shape)
    return rows[:, None] + columns


def tikhonov_laplacian(x, weight=0.5):
    """The least of |u - x|² + weight |L u|², L the Laplacian."""
    return fft.idctn(fft.dctn(x) / (1 + weight * laplacian(x.shape) ** 2))


def gaussian_response(n, sigma, radius):
    taps = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma**2))
    return sum(t * np.cos(j * frequencies(n)) for j, t in zip(range(-radius, radius + 1), taps / taps.sum()))


def tikhonov_deconvolution(x, weight=0.02):
    """The least of |h u - x|² + weight |L u|², h the blur."""
    h = np.outer(*(gaussian_response(n, 1, 4) for n in x.shape))
    return fft.idctn(h * fft.dctn(x) / (h**2 + weight * laplacian(x.shape) ** 2))


def gradient(y):
    return np.stack([np.diff(y, axis=0, append=y[-1:]), np.diff(y, axis=1, append=y[:, -1:])])


def divergence(p):
    """Minus the adjoint of the gradient, as a difference of what enters and leaves."""
    rows = np.vstack([p[0][:1], np.diff(p[0], axis=0)[:-1], -p[0][-2:-1]])
    columns = np.hstack([p[1][:, :1], np.diff(p[1], axis=1)[:, :-1], -p[1][:, -2:-1]])
    return rows + columns


def total_variation(x, weight=0.1, steps=40):
    """Chambolle, 2004."""
    p = np.zeros((2, *x.shape))
    for _ in range(steps):
        g = gradient(divergence(p) - x / weight)
        p = (p + 0.25 * g) / (1 + 0.25 * np.sqrt((g**2).sum(0)))
    return x - weight * divergence(p)


def total_variation_projected(x, weight=0.1, steps=20):
    """Beck and Teboulle, 2009: fast gradient projection."""
    p = q = np.zeros((2, *x.shape))
    t = 1
    for _ in range(steps):
        new = q + gradient(x + weight * divergence(q)) / (8 * weight)
        new = new / np.maximum(1, np.sqrt((new**2).sum(0)))
        following = (1 + np.sqrt(1 + 4 * t * t)) / 2
        p, q, t = new, new + (t - 1) / following * (new - p), following
    return x + weight * divergence(p)


def blur(x):
    return gaussian(x, 1, 4)


def patch_weights(guide, sigma, h, search=2, patch=1):
    """Of each shift the weights of all pixels: Buades, Coll, Morel, 2005. Patches go on mirrored, with the picture."""
    wide = np.pad(guide, search + patch, "symmetric")
    rows, columns = (n + 2 * patch for n in guide.shape)
    there = lambda dy, dx: wide[search + dy : search + dy + rows, search + dx : search + dx + columns]
    for dy in range(-search, search + 1):
        for dx in range(-search, search + 1):
            d = ndimage.uniform_filter((there(dy, dx) - there(0, 0)) ** 2, 2 * patch + 1)[patch:-patch, patch:-patch]
            yield dy, dx, np.exp(-np.maximum(d - 2 * sigma**2, 0) / h**2)


def nonlocal_mean(x, weights):
    weights = list(weights)
    return sum(w * shifted(x, dy, dx) for dy, dx, w in weights) / sum(w for *_, w in weights)


def whitened(x, memory):
    return (x - memory * shifted(x, 0, -1)) / np.sqrt(1 - memory**2)


def nonlocal_deconvolution(x, weights, amount=0.3, steps=8):
    """Steps down |h u - x|² + amount Σ w (u - there)², the sums of the weights being 1."""
    weights, u = list(weights), x
    for _ in range(steps):
        u = u - (blur(blur(u) - x) + amount * (u - nonlocal_mean(u, weights)))
    return u
