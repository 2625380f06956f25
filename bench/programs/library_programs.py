"""Programs of this folder as calls of libraries: `library_programs.py scipy|opencv NAME sizes... repetitions`.

What stands in the timed function is what a user of NumPy with SciPy, or of OpenCV, would write where the library has the
operation. Their algorithms may be others than those of the Quasar programs: labels by union-find, LU with pivots.
"""
import os
import sys

import inputs
import numpy as np
from inputs import nothing

F = np.float32
THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
SCIPY, OPENCV = {}, {}


def of(programs):
    def add(function):
        programs[function.__name__] = function
        return function

    return add


class Later:
    """A result that is brought into the common form outside of the time that is taken."""

    def __init__(self, form, *values):
        self.form, self.values = form, values

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.form(*self.values))


@of(SCIPY)
def matrix_chain(n):
    a, b, c = inputs.noise(3 * n * n).reshape(3, n, n)
    return nothing, lambda: a @ b @ c


@of(SCIPY)
def histogram(n, bins):
    x = inputs.noise(n) ** 2
    return nothing, lambda: np.histogram(x, bins, (0, 1))[0]


@of(SCIPY)
def remap(n):
    from scipy.ndimage import map_coordinates

    x, places = inputs.picture(n, n), np.stack(inputs.maps(n))
    return nothing, lambda: map_coordinates(x, places, order=1, mode="nearest")


@of(SCIPY)
def lu(n):
    from scipy.linalg import lu_factor

    start = inputs.noise(n * n).reshape(n, n) + F(n) * np.eye(n, dtype=F)
    return nothing, lambda: Later(lambda factors: factors - F(n) * np.eye(n, dtype=F), lu_factor(start)[0])


@of(SCIPY)
def floyd_warshall(n):
    from scipy.sparse.csgraph import floyd_warshall as shortest

    start = (1 + 1000 * inputs.noise(n * n).reshape(n, n)).astype(np.float64)
    np.fill_diagonal(start, 0)
    return nothing, lambda: shortest(start)


@of(SCIPY)
def statistics(n):
    x = 1 + inputs.noise(n)
    return nothing, lambda: [x.mean(), x.min(), x.max(), x.var(ddof=1)]


@of(SCIPY)
def components(n):
    from scipy.ndimage import label

    mask = inputs.components_mask(n)
    return nothing, lambda: Later(inputs.areas, label(mask)[0])


def csr(start, column, value):
    from scipy.sparse import csr_matrix

    return csr_matrix((value, column, start), shape=(start.size - 1, start.size - 1))


@of(SCIPY)
def conjugate_gradients(n, rounds):
    matrix, b = csr(*inputs.poisson(n)), inputs.noise(n * n)

    def work():
        x, r, p = np.zeros_like(b), b.copy(), b.copy()
        rr = r @ r
        for _ in range(rounds):
            q = matrix @ p
            alpha = rr / (p @ q)
            x += alpha * p
            r -= alpha * q
            old, rr = rr, r @ r
            p = r + (rr / old) * p
        return x

    return nothing, work


@of(SCIPY)
def sparse_product(n, longest):
    matrix, x = csr(*inputs.sparse_matrix(n, longest)), inputs.noise(n)
    return nothing, lambda: matrix @ x


@of(SCIPY)
def fft_filter(n):
    from scipy.fft import irfft2, rfft2

    x, response = inputs.picture(n, n), np.ascontiguousarray(inputs.response(n)[:, : n // 2 + 1])

    def work():
        f = rfft2(x, workers=THREADS)
        f *= response
        return irfft2(f, s=(n, n), workers=THREADS)

    return nothing, work


@of(SCIPY)
def scan(n):
    x = inputs.noise(n) - F(0.5)
    return nothing, lambda: np.cumsum(x, dtype=F)


@of(SCIPY)
def kmeans(n, features, clusters, rounds):
    from scipy.cluster.vq import kmeans2

    x = inputs.noise(n * features).reshape(n, features)
    return nothing, lambda: kmeans2(x, x[:clusters].copy(), iter=rounds, minit="matrix")[0]


@of(SCIPY)
def median3x3(n):
    from scipy.ndimage import median_filter

    x = inputs.picture(n, n)
    return nothing, lambda: median_filter(x, 3, mode="nearest")


def windows(table, radius):
    """Sums of windows that end at the borders, and how many elements they have, from a table with a row and column of zeros."""
    n = table.shape[0] - 1
    low, high = np.maximum(np.arange(n) - radius, 0), np.minimum(np.arange(n) + radius + 1, n)
    sums = table[high][:, high] - table[low][:, high] - table[high][:, low] + table[low][:, low]
    return sums, (high - low)[:, None] * (high - low)[None, :]


@of(SCIPY)
def local_contrast(n, radius):
    x = inputs.picture(n, n) / F(255)

    def work():
        tables = [np.pad(np.cumsum(np.cumsum(v, axis=0), axis=1), ((1, 0), (1, 0))) for v in (x, x * x)]
        (sums, area), (squares, _) = (windows(table, radius) for table in tables)
        mean = sums / area
        return (x - mean) / np.sqrt(np.maximum(squares / area - mean * mean, 0) + 0.01)

    return nothing, work


@of(OPENCV)
def canny(n):
    import cv2

    x = inputs.picture(n, n).astype(np.uint8)

    def work():
        smooth = cv2.GaussianBlur(x, (5, 5), 0, borderType=cv2.BORDER_REFLECT)
        dx = cv2.Sobel(smooth, cv2.CV_16S, 1, 0, borderType=cv2.BORDER_REFLECT)
        dy = cv2.Sobel(smooth, cv2.CV_16S, 0, 1, borderType=cv2.BORDER_REFLECT)
        return cv2.Canny(dx, dy, 80, 160)

    return nothing, work


@of(OPENCV)
def remap(n):
    import cv2

    x, (rows, columns) = inputs.picture(n, n), inputs.maps(n)
    return nothing, lambda: cv2.remap(x, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@of(OPENCV)
def histogram(n, bins):
    import cv2

    x = inputs.noise(n) ** 2
    return nothing, lambda: cv2.calcHist([x], [0], None, [bins], [0, 1])


@of(OPENCV)
def components(n):
    import cv2

    mask = inputs.components_mask(n).astype(np.uint8)
    return nothing, lambda: Later(inputs.areas, cv2.connectedComponents(mask, connectivity=4)[1])


@of(OPENCV)
def matrix_chain(n):
    import cv2

    a, b, c = inputs.noise(3 * n * n).reshape(3, n, n)
    return nothing, lambda: cv2.gemm(cv2.gemm(a, b, 1, None, 0), c, 1, None, 0)


@of(OPENCV)
def fft_filter(n):
    import cv2

    x, response = inputs.picture(n, n), inputs.response(n)
    both = np.ascontiguousarray(np.stack([response, response], axis=2))

    def work():
        f = cv2.dft(x, flags=cv2.DFT_COMPLEX_OUTPUT)
        return cv2.idft(cv2.multiply(f, both), flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)

    return nothing, work


@of(OPENCV)
def statistics(n):
    import cv2

    x = (1 + inputs.noise(n)).reshape(1, n)

    def work():
        mean, deviation = cv2.meanStdDev(x)
        least, most, _, _ = cv2.minMaxLoc(x)
        return [mean[0, 0], least, most, deviation[0, 0] ** 2 * n / (n - 1)]

    return nothing, work


@of(OPENCV)
def kmeans(n, features, clusters, rounds):
    """From the labels that the first points as centres give, which are made before; so one round less is left."""
    import cv2

    x = inputs.noise(n * features).reshape(n, features)
    distances = ((x[:, None, :] - x[None, :clusters, :]) ** 2).sum(axis=2)
    labels = distances.argmin(axis=1).astype(np.int32)[:, None]
    criteria = (cv2.TERM_CRITERIA_MAX_ITER, rounds, 0)
    return nothing, lambda: cv2.kmeans(x, clusters, labels.copy(), criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)[2]


@of(OPENCV)
def median3x3(n):
    import cv2

    x = inputs.picture(n, n)
    return nothing, lambda: cv2.medianBlur(x, 3)


def row_and_column_areas(n, radius):
    length = np.minimum(np.arange(n) + radius + 1, n) - np.maximum(np.arange(n) - radius, 0)
    return (length[:, None] * length[None, :]).astype(F)


@of(OPENCV)
def box_blur(n, radius):
    import cv2

    x, k = inputs.picture(n, n).astype(np.uint8), 2 * radius + 1
    inverse = 1 / row_and_column_areas(n, radius)

    def work():
        sums = cv2.boxFilter(x, cv2.CV_32F, (k, k), normalize=False, borderType=cv2.BORDER_CONSTANT)
        return cv2.multiply(sums, inverse)

    return nothing, work


@of(OPENCV)
def local_contrast(n, radius):
    import cv2

    x, k = inputs.picture(n, n) / F(255), 2 * radius + 1
    inverse = 1 / row_and_column_areas(n, radius)

    def window(v):
        return cv2.multiply(cv2.boxFilter(v, cv2.CV_32F, (k, k), normalize=False, borderType=cv2.BORDER_CONSTANT), inverse)

    def work():
        mean = window(x)
        variance = cv2.max(window(cv2.multiply(x, x)) - cv2.multiply(mean, mean), 0)
        return cv2.divide(x - mean, cv2.sqrt(variance + F(0.01)))

    return nothing, work


@of(OPENCV)
def colour_threshold(rows, columns):
    import cv2

    image = inputs.colours(rows, columns)
    return nothing, lambda: cv2.inRange(cv2.cvtColor(image, cv2.COLOR_RGB2YCrCb), (61, 129, 71), (255, 200, 140))


def similarity_of(smooth, x, y):
    """As a user of arrays writes it; `smooth` is the Gaussian of the library."""
    mx, my = smooth(x), smooth(y)
    vx, vy, vxy = smooth(x * x) - mx * mx, smooth(y * y) - my * my, smooth(x * y) - mx * my
    c1, c2 = F((0.01 * 255) ** 2), F((0.03 * 255) ** 2)
    return (2 * mx * my + c1) * (2 * vxy + c2) / ((mx * mx + my * my + c1) * (vx + vy + c2))


@of(SCIPY)
def similarity(n):
    from scipy.ndimage import gaussian_filter

    x, y = inputs.similar_pictures(n)
    return nothing, lambda: similarity_of(lambda v: gaussian_filter(v, 1.5, mode="nearest", radius=5), x, y)


@of(OPENCV)
def similarity(n):
    import cv2

    x, y = inputs.similar_pictures(n)
    return nothing, lambda: similarity_of(lambda v: cv2.GaussianBlur(v, (11, 11), 1.5, borderType=cv2.BORDER_REPLICATE), x, y)


@of(SCIPY)
def nearest(queries, points, features):
    """By a product of matrices: |a|² - 2ab + |b|², of which |a|² does not change which is nearest."""
    a, b = inputs.queries_and_points(queries, points, features)

    def work():
        lengths = np.einsum("ij,ij->i", b, b)
        distance = np.empty(queries, F)
        for first in range(0, queries, 256):
            part = a[first : first + 256]
            products = part @ b.T
            products *= -2
            products += lengths
            which = products.argmin(axis=1)
            distance[first : first + 256] = np.sqrt(((part - b[which]) ** 2).sum(axis=1))
        return distance

    return nothing, work


@of(OPENCV)
def nearest(queries, points, features):
    import cv2

    a, b = inputs.queries_and_points(queries, points, features)
    return nothing, lambda: cv2.batchDistance(a, b, cv2.CV_32F, normType=cv2.NORM_L2, K=1)[0]


@of(SCIPY)
def filter_bank(n, bands, taps):
    """The product of the filters and of overlapping windows of the signal, which is faster here than scipy.signal.upfirdn."""
    x, filters = inputs.noise(n), inputs.filters(bands, taps)
    return nothing, lambda: filters @ np.ascontiguousarray(np.lib.stride_tricks.sliding_window_view(x, taps)[::4]).T


if __name__ == "__main__":
    if sys.argv[1] == "opencv":
        import cv2

        cv2.setNumThreads(THREADS)
    inputs.main({"scipy": SCIPY, "opencv": OPENCV}[sys.argv[1]], sys.argv[2], sys.argv[3:])
