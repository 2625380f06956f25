"""The methods of tests/programs/methods by NumPy and SciPy, from their definitions, in double precision.

    python3 reference.py            prints the lines with figures that stand in the programs
    python3 reference.py check      compares them; exit code 1 where one is missing or differs

Of a picture: its PSNR from the clean photograph in decibels, then the pixels of four rows and columns, the first and
the last among them. Else the number itself.
"""
import re
import sys

import bands
import numpy as np
import pictures
import smoothing
from bands import denoising
from pictures import BLURRED, BLURRED_CORRELATED, CLEAN, CORRELATED, FINE, MEMORY, NOISY, ROOT, SIGMA

# For the methods that take long in an interpreter.
PART = NOISY[:32, :32]


def weights(x, sigma, memory=0.0):
    return smoothing.patch_weights(smoothing.whitened(x, memory), sigma, 0.6 * sigma)


METHODS = {
    "given": lambda: NOISY,
    "diffusion_four": lambda: denoising.diffusion(NOISY, lambda s: np.exp(-s)),
    "diffusion_four_quadratic": lambda: denoising.diffusion(NOISY, lambda s: 1 / (1 + s)),
    "diffusion_eight": lambda: smoothing.diffusion_of_eight(NOISY),
    "bilateral": lambda: smoothing.bilateral(NOISY),
    "bilateral_cosines": lambda: smoothing.bilateral_by_cosines(NOISY),
    "gaussian": lambda: pictures.gaussian(NOISY, 1.3, 4),
    "tikhonov_gradient": lambda: denoising.tikhonov(NOISY, 1.0),
    "tikhonov_laplacian": lambda: smoothing.tikhonov_laplacian(NOISY),
    "tikhonov_deconvolution": lambda: smoothing.tikhonov_deconvolution(BLURRED),
    "total_variation": lambda: smoothing.total_variation(NOISY),
    "total_variation_projected": lambda: smoothing.total_variation_projected(NOISY),
    "nonlocal_means": lambda: smoothing.nonlocal_mean(NOISY, weights(NOISY, SIGMA)),
    "nonlocal_means_correlated": lambda: smoothing.nonlocal_mean(CORRELATED, weights(CORRELATED, SIGMA, MEMORY)),
    "nonlocal_deconvolution": lambda: smoothing.nonlocal_deconvolution(BLURRED, weights(BLURRED, FINE)),
    "nonlocal_deconvolution_correlated": lambda: smoothing.nonlocal_deconvolution(
        BLURRED_CORRELATED, weights(BLURRED_CORRELATED, FINE, MEMORY)
    ),
    "wavelet_soft": lambda: bands.wavelet_soft(NOISY),
    "wavelet_spinning": lambda: bands.cycle_spinning(NOISY),
    "complex_soft": lambda: denoising.thresholded(NOISY, 1.5 * SIGMA, 1.5 * SIGMA),
    "complex_hard": lambda: denoising.thresholded(NOISY, 1.5 * SIGMA, 0.0),
    "mixtures_complex": lambda: denoising.mixtures(PART, SIGMA, 2),
    "mixtures_wavelet": lambda: bands.mixtures_wavelet(PART),
    "mixtures_pyramid": lambda: bands.mixtures_pyramid(PART),
    "mixtures_shearlets": lambda: bands.mixtures_shearlets(PART),
    "noise_haar": lambda: denoising.noise(NOISY),
    "noise_details": lambda: bands.noise_of_details(NOISY),
    "noise_textures": lambda: bands.noise_of_weak_textures(NOISY),
    "blur_clean": lambda: denoising.blur(CLEAN),
    "blur_noisy": lambda: denoising.blur(NOISY),
    "blur_blurred": lambda: denoising.blur(BLURRED),
}


def figures(name):
    y = METHODS[name]()
    if np.ndim(y) == 0:
        return [float(y)]
    rows, columns = y.shape
    places = ([(n - 1) * i // 3 for i in range(4)] for n in y.shape)
    return [denoising.psnr(y, CLEAN[:rows, :columns]), *y[np.ix_(*places)].ravel()]


def written(name, values):
    texts = ["%.4f" % values[0], *("%.5f" % v for v in values[1:])] if len(values) > 1 else ["%.6f" % values[0]]
    return f"{name} = " + (f"[{','.join(texts)}]" if len(values) > 1 else texts[0])


def standing():
    """The figures in the programs, by name."""
    found = {}
    for program in sorted((ROOT / "tests/programs/methods").glob("*.q")):
        for name, values in re.findall(r"^(\w+) = \[?([-\d.,]+)\]?$", program.read_text(), re.MULTILINE):
            if name in METHODS:
                found[name] = [float(v) for v in values.split(",")]
    return found


def check():
    there, wrong = standing(), []
    for name in METHODS:
        values = figures(name)
        ours = there.get(name, [])
        # The last written digit of pixels, and of decibels.
        limits = [1e-4] + [2e-5] * 16 if len(values) > 1 else [2e-6]
        if len(ours) != len(values) or any(abs(a - b) > limit for a, b, limit in zip(ours, values, limits)):
            wrong.append(written(name, values))
    for line in wrong:
        print("no program has", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        sys.exit(check())
    for name in METHODS:
        print(written(name, figures(name)))
