"""Filters and variational methods: diffusion, bilateral, Gaussian, Tikhonov, total variation."""
import numpy as np
from scipy import fft, ndimage


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


def raised_cosines(range_sigma, top):
    """The power n of the cosine that stands for the Gaussian of values, and its frequency."""
    rho = np.pi / (2 * top) * range_sigma
    n = int(min(np.ceil(1 / rho**2), 100))
    return n, 1 / (range_sigma * np.sqrt(n))


def bilateral(x, range_sigma=50, sigma=1.5, top=255):
    """The weight of a pair of values p and q in closed form.

    The program sums c_k cos(a_k p) cos(a_k q), a_k = (2k - N) u, over binomial coefficients c_k, of which its first one is N times too large.
    """
    x = 255 * x
    n, u = raised_cosines(range_sigma, top)
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


def bilateral_by_cosines(x, range_sigma=50, sigma=1.5, top=255):
    """The same by Gaussian filters, as the program does it: the peer for times."""
    x = 255 * x
    n, u = raised_cosines(range_sigma, top)
    smooth = lambda v: gaussian(v, sigma)
    total, weights, coefficient = np.zeros_like(x), np.zeros_like(x), float(n)
    for k in range(n + 1):
        wave = np.cos((2 * k - n) * u * x)
        total += coefficient / 2**n * wave * smooth(x * wave)
        weights += coefficient / 2**n * wave * smooth(wave)
        coefficient = n if k == 0 else coefficient * (n - k) / (k + 1)
    return total / weights / 255


def gaussian(x, sigma=1.3):
    return ndimage.gaussian_filter(x, sigma, mode="reflect", radius=int(np.ceil(3 * sigma)))


SECOND = np.array([[0, -1, 0], [-1, 4, -1], [0, -1, 0]], float)


def squared_laplacian(u):
    return ndimage.correlate(ndimage.correlate(u, SECOND, mode="reflect"), SECOND, mode="reflect")


def tikhonov(x, weight=0.5):
    """The least of |u - x|² + weight |L u|², exactly: cosines are the eigenvectors of L over a mirrored picture."""
    rows, columns = (2 - 2 * np.cos(np.pi * np.arange(n) / n) for n in x.shape)
    return fft.idctn(fft.dctn(x) / (1 + weight * (rows[:, None] + columns) ** 2))


def tikhonov_by_steps(x, weight=0.5):
    """The same by conjugate gradients, as the program does it: the peer for times."""
    return conjugate_gradients(lambda u: u + weight * squared_laplacian(u), x, 50)


def tikhonov_deconvolution(x, weight=1.5):
    axis = np.arange(15) - 7
    mask = np.exp(-(axis[:, None] ** 2 + axis**2) / (2 * 1.5**2))
    mask /= mask.sum()
    return conjugate_gradients(lambda u: ndimage.correlate(u, mask, mode="reflect") + weight * squared_laplacian(u), x, 10)


def conjugate_gradients(apply, x, steps):
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
