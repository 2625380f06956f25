"""The methods of tests/external/driver.q against NumPy and SciPy: differences, gains and times.

    python3 reference.py make FOLDER PHOTO                    the pictures: parts of the photograph, with fixed noise
    python3 reference.py run FOLDER DRIVER [METHOD...]        a table, one row per method; exit code 1 where one differs

QC_CHECK_TIMES=1 makes a row that is slower than its peer a failure too; on a busy machine times tell little.
The references are in double precision; times are those of the same code on pictures in single precision, or of a peer that computes by
the program's steps, where the reference takes another way. Both have two threads. Program and peer take turns.
"""
import os
import sys

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "QC_NUM_THREADS"):
    os.environ[variable] = "2"

import statistics
import subprocess
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable

import numpy as np
from scipy import ndimage

import estimates
import nonlocal_means
import shrinkage
import smoothing
import transforms

ROUNDS, REPETITIONS = 3, 3
# A turn of a fast method has more repetitions, until it takes so many milliseconds.
TURN = 30
GAIN_LIMIT = 0.05
TIME_LIMITS = {"NumPy": 1.0, "OpenCV": 1.5}


@dataclass
class Method:
    """limit: the largest difference that single precision and the order of sums leave."""

    reference: Callable
    limit: float
    input: str = "noisy"
    peer: Callable | None = None
    opencv: Callable | None = None
    draws: bool = False


def opencv():
    try:
        import cv2
    except ImportError:
        return None
    cv2.setNumThreads(2)
    return cv2


CV = opencv()


def cv_gaussian(x):
    return CV.GaussianBlur(x, (9, 9), 1.3, borderType=CV.BORDER_REFLECT)


def cv_bilateral(x):
    """With Gaussian weights of the values, of which the program's powers of cosines are an approximation."""
    return CV.bilateralFilter(255 * x, 11, 50, 1.5, borderType=CV.BORDER_REFLECT) / np.float32(255)


def mixtures(transform):
    return Method(partial(shrinkage.mixtures, transform=transform), 1e-4, draws=True)


def extended_mixtures(x, draws):
    """On a picture that is mirrored up to powers of two, as much on either side."""
    before = [(whole - n) // 2 for whole, n in zip(draws.shape, x.shape)]
    margins = [(b, whole - n - b) for b, whole, n in zip(before, draws.shape, x.shape)]
    y = shrinkage.mixtures(np.pad(x, margins, "symmetric"), draws, transforms.complex_wavelet)
    return y[tuple(slice(b, b + n) for b, n in zip(before, x.shape))]


METHODS = {
    "anisotropic_diffusion": Method(smoothing.anisotropic_diffusion, 1e-5),
    "bilateral": Method(smoothing.bilateral, 1e-4, peer=smoothing.bilateral_by_cosines, opencv=cv_bilateral),
    "gaussian": Method(smoothing.gaussian, 1e-5, opencv=cv_gaussian),
    "tikhonov": Method(smoothing.tikhonov, 1e-4, peer=smoothing.tikhonov_by_steps),
    "tikhonov_deconvolution": Method(smoothing.tikhonov_deconvolution, 1e-3, "blurred"),
    # Its gradient jumps where neighbours are equal.
    "total_variation": Method(smoothing.total_variation, 5e-3),
    "nlmeans": Method(nonlocal_means.nlmeans, 1e-4),
    "nlmeans_correlated": Method(nonlocal_means.nlmeans_correlated, 1e-4, "correlated"),
    "nlmeans_deconvolution": Method(nonlocal_means.nlmeans_deconvolution, 1e-3, "blurred"),
    "nlmeans_correlated_deconvolution": Method(nonlocal_means.nlmeans_correlated_deconvolution, 1e-3, "blurred"),
    "wavelet_soft": Method(shrinkage.wavelet_soft, 1e-4, peer=partial(shrinkage.wavelet_soft, method=shrinkage.thresholded_stack)),
    "wavelet_hard": Method(shrinkage.wavelet_hard, 1e-4, peer=partial(shrinkage.wavelet_hard, method=shrinkage.thresholded_stack)),
    "blsgsm_dtcwt": mixtures(transforms.complex_wavelet),
    "blsgsm_extended": Method(extended_mixtures, 1e-4, "part", draws=True),
    "blsgsm_wavelet": mixtures(transforms.wavelet),
    "blsgsm_shearlet": mixtures(transforms.shearlet),
    "blsgsm_pyramid": mixtures(transforms.pyramid),
    "noise_mad": Method(estimates.noise_mad, 1e-6),
    "noise_liu": Method(estimates.noise_liu, 1e-3),
    "blur_metric": Method(estimates.blur_metric, 1e-5),
}


def make(folder, photo):
    from PIL import Image

    clean = np.asarray(Image.open(photo).convert("L"), float)[100:356, 120:376] / 255
    white = np.random.default_rng(7).normal(0, 1, clean.shape)
    mask = np.zeros(clean.shape)
    mask[:3, :3] = nonlocal_means.WHITENING
    coloured = np.fft.ifft2(np.fft.fft2(white) / np.conj(np.fft.fft2(np.roll(mask, (-1, -1), (0, 1))))).real
    pictures = {
        "clean": clean,
        "noisy": clean + shrinkage.SIGMA * white,
        "correlated": clean + shrinkage.SIGMA * coloured / coloured.std(),
        "part": clean[:201, :250] + shrinkage.SIGMA * white[:201, :250],
        "blurred": ndimage.gaussian_filter(clean, 1) + 0.02 * white,
    }
    for name, picture in pictures.items():
        np.save(folder / f"{name}.npy", picture.astype(np.float32))


def drive(driver, folder, name, given, repetitions):
    """Runs the driver; gives the milliseconds of each repetition, or None and what it said."""
    command = [driver, name, folder / f"{given}.npy", folder / f"{name}.npy", str(repetitions)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None, (done.stdout + done.stderr).strip()
    return [float(word) for word in done.stdout.split()], ""


def timed(function, *arguments):
    start = time.perf_counter()
    function(*arguments)
    return 1000 * (time.perf_counter() - start)


def arguments_of(method, folder, kind):
    names = [method.input] + ["draws"] * method.draws
    return [np.load(folder / f"{name}.npy").astype(kind) for name in names]


def psnr(a, b):
    return -10 * np.log10(np.mean((a - b) ** 2))


def accuracy(name, method, folder):
    """What is wrong, or an empty text, and the cells of the row on results."""
    given = arguments_of(method, folder, float)
    wanted = np.ravel(method.reference(*given))
    found = np.load(folder / f"{name}.npy").astype(float).ravel()
    defined = ~np.isnan(wanted)
    if wanted.size != found.size or defined.mean() < 0.9:
        return f"{found.size} values, of the reference {defined.sum()} of {wanted.size}", [""] * 4
    difference = abs(wanted - found)[defined].max()
    wrong = "" if difference <= method.limit else f"differs by {difference:.2g} (limit {method.limit:g})"
    gains = [""] * 3
    if wanted.size > 1:
        rows, columns = given[0].shape
        clean = np.load(folder / "clean.npy")[:rows, :columns].astype(float).ravel()
        ours, theirs = (psnr(v[defined], clean[defined]) for v in (found, wanted))
        gains = [f"{ours:.2f}", f"{theirs:.2f}", f"{ours - theirs:+.4f}"]
        wrong = wrong or ("" if abs(ours - theirs) <= GAIN_LIMIT else f"{ours - theirs:+.3f} dB from the reference")
    return wrong, [f"{difference:.1e}", *gains]


def speed(name, method, folder, driver):
    """Which limits are passed, and the cells of the row on times: ours, the peer's and the ratio to each peer."""
    given = arguments_of(method, folder, np.float32)
    peers = {"NumPy": method.peer or method.reference, "OpenCV": CV and method.opencv}
    peers = {which: peer for which, peer in peers.items() if peer}
    times = {which: [] for which in ("qc", *peers)}
    # The first repetition warms caches, pages and threads.
    once = {which: [timed(peer, *given) for _ in range(2)][1] for which, peer in peers.items()}
    once["qc"] = drive(driver, folder, name, method.input, 2)[0][1]
    counts = {which: max(REPETITIONS, round(TURN / max(took, 0.01))) for which, took in once.items()}
    for _ in range(ROUNDS):
        times["qc"] += drive(driver, folder, name, method.input, counts["qc"] + 1)[0][1:]
        for which, peer in peers.items():
            times[which] += [timed(peer, *given) for _ in range(counts[which])]
    medians = {which: statistics.median(values) for which, values in times.items()}
    ratios = {which: medians["qc"] / medians[which] for which in peers}
    slow = [f"{r:.2f} of {which} (limit {TIME_LIMITS[which]})" for which, r in ratios.items() if r > TIME_LIMITS[which]]
    cells = [f"{medians['qc']:.2f}", f"{medians['NumPy']:.2f}"]
    return slow, cells + [f"{ratios[which]:.2f}" if which in ratios else "" for which in TIME_LIMITS]


def run(folder, driver, names):
    failed = []
    print("| method | largest difference | PSNR, dB | of the reference | apart | qc, ms | NumPy/SciPy, ms | qc / NumPy | qc / OpenCV |")
    print("|---|---|---|---|---|---|---|---|---|")
    drive(driver, folder, "draws", "noisy", 1)
    for name in names or METHODS:
        method = METHODS[name]
        times, said = drive(driver, folder, name, method.input, 1)
        if times is None:
            failed.append(f"{name} does not run: {said}")
            continue
        wrong, cells = accuracy(name, method, folder)
        slow, more = speed(name, method, folder, driver)
        print(f"| {name} | " + " | ".join(cells + more) + " |", flush=True)
        failed += [f"{name}: {wrong}"] * bool(wrong)
        if slow and os.environ.get("QC_CHECK_TIMES") == "1":
            failed.append(f"{name} takes {' and '.join(slow)}")
    for line in failed:
        print("FAILED", line)
    return 1 if failed else 0


if __name__ == "__main__":
    task, folder, *rest = sys.argv[1:]
    if task == "make":
        make(Path(folder), *rest)
    else:
        sys.exit(run(Path(folder), *rest[:1], rest[1:]))
