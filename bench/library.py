#!/usr/bin/env python3
"""Measures functions of the library against SciPy, scikit-image and OpenCV and writes docs/performance-library.md.

    python3 bench/library.py                 1024×1024, two threads
    python3 bench/library.py --write         and the page
    python3 bench/library.py --quick         256×256
    python3 bench/library.py --only flow,lab some functions

Needs numpy, scipy and pillow; scikit-image and opencv-python-headless are used where this Python has them.

Results are compared first: by the largest difference where a peer has the same method, by the mean difference where it has another form
of it, both away from the border, which peers treat in their own ways. A peer with a wrong one is left out, and the page
says so. Then the contestants take turns and the medians of all repetitions are compared, as contest.py tells.
"""
import importlib.metadata
import sys
from dataclasses import dataclass, field

import contest

THREADS = 2
SCRIPT = contest.BENCH / "peers/library_functions.py"
PEERS = ["SciPy", "scikit-image", "OpenCV"]
# What more than these ratios are told of behind the table.
LIMITS = {"SciPy": 1.0, "OpenCV": 1.5}
BORDER = 16


@dataclass
class Function:
    """limit: the largest difference; means: the mean difference from peers that have another form of the method."""

    title: str
    limit: float
    means: dict = field(default_factory=dict)


FUNCTIONS = {
    "gaussian": Function("`gaussian_filter`, sigma 2", 1e-4),
    "separable": Function("`imfilter`, a row of 7, then a column", 1e-4),
    "correlation": Function("`imfilter`, 5×5", 1e-4),
    "median3": Function("`immedfilt`, 3×3", 0),
    "median5": Function("`immedfilt`, 5×5", 0),
    "dilate": Function("`imdilate`, a disk of radius 3", 0),
    "erode": Function("`imerode`, a disk of radius 3", 0),
    "bilinear": Function("`imresize` by 1.5, bilinear", 1e-3),
    # OpenCV's cubic has -0.75 where the library has -0.5.
    "bicubic": Function("`imresize` by 1.5, bicubic", 1e-3, {"OpenCV": 5e-3}),
    # OpenCV's neighbourhood is a disk; scikit-image looks weights up in a table.
    "bilateral": Function("`imbilatfilt`, 13×13", 1e-3, {"OpenCV": 1e-3, "scikit-image": 2e-2}),
    "nlmeans": Function("`imnlmfilt`, 5×5 in 11×11", 1e-3, {"scikit-image": 1e-2}),
    # Sums of a million numbers.
    "integral": Function("`integral_image`", 20),
    "distance": Function("`bwdist`", 1e-3),
    "histeq": Function("`histeq`, 256 levels", 1e-5, {"scikit-image": 1e-2}),
    # scikit-image stretches the result and limits counts in its own way.
    "adapthisteq": Function("`adapthisteq`, 8×8 tiles", 1e-5, {"scikit-image": 0.2}),
    "lab": Function("`rgb2lab`", 1e-2, {"OpenCV": 0.1}),
    "flow": Function("`optical_flow`, sigma 4", 1e-2),
}


def make_pictures(folder, size):
    """The photograph, mirrored up to the size, with a little noise; a moved one, its edges and one in colours."""
    import numpy as np
    from PIL import Image
    from scipy import ndimage

    photo = np.asarray(Image.open(contest.ROOT / "samples/images/camera.png").convert("L"), float) / 255
    larger = np.pad(photo, [(0, max(size - n, 0)) for n in photo.shape], "symmetric")[:size, :size]
    noise = np.random.default_rng(5).normal(0, 0.02, larger.shape)
    pictures = {
        "picture": np.clip(larger + noise, 0, 1),
        "moved": np.clip(ndimage.shift(larger, (-0.2, 0.3), order=3, mode="mirror") + noise, 0, 1),
        "edges": ndimage.gaussian_gradient_magnitude(larger, 2) > 0.08,
        "colours": np.stack([larger, larger[::-1], larger.T], axis=2),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        np.save(folder / f"{name}.npy", picture.astype(np.float32))


def quasar(arguments, folder):
    program = contest.BUILD / "library"
    contest.compile_quasar(arguments.qc, contest.BENCH / "quasar/library.q", program)
    version = contest.first_line([arguments.qc, "--version"])
    return contest.Contestant(contest.QC, lambda which: [program, which, folder], version, contest.OURS)


def peers(folder):
    found = []
    for name, package in {"SciPy": "scipy", "scikit-image": "scikit-image", "OpenCV": "opencv-python-headless"}.items():
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
        command = lambda which, name=name: [sys.executable, str(SCRIPT), name, which, str(folder)]
        found.append(contest.Contestant(name, command, f"{package} {version}"))
    return found


def difference(folder, which, peer):
    """What is wrong with the result of a peer or ours, or nothing."""
    import numpy as np

    ours, theirs = (np.squeeze(np.load(folder / f"{name}_{which}.npy")).astype(float) for name in ("qc", peer))
    if ours.shape != theirs.shape:
        return f"{ours.shape} and {theirs.shape}"
    apart = abs(ours - theirs)[BORDER:-BORDER, BORDER:-BORDER]
    function = FUNCTIONS[which]
    found, limit = (apart.mean(), function.means[peer]) if peer in function.means else (apart.max(), function.limit)
    return "" if found <= limit else f"differ by {found:.3g} (limit {limit:g})"


def agreement(folder):
    """Peers have written their results into files, which are compared with qc's."""

    def agree(contestant, which, right, other):
        wrong = "" if contestant.is_ours else difference(folder, which, contestant.name)
        if wrong:
            print(f"{which}: qc and {contestant.name} {wrong}", file=sys.stderr)
        return not wrong

    return agree


def heading(contestants, size, arguments):
    return (
        "# The library against SciPy, scikit-image and OpenCV\n\nWritten by `python3 bench/library.py --write`; do not edit. Ratios of median times: "
        f"below 1 means that qc is faster. {size}×{size} in\nsingle precision, at most {THREADS} threads each. {arguments.rounds} interleaved rounds of "
        f"about {contest.ROUND_MILLISECONDS:.0f} ms each; results compared first. Peers that\nlack a function have no ratio. Of another form are "
        "OpenCV's bicubic and bilateral filter, and\nscikit-image's bilateral filter, non-local means and equalisations.\n\n"
        + contest.missing(PEERS, contestants) + contest.machine(contestants, arguments)
    )


def main():
    arguments = contest.page_parser(__doc__, "performance-library", "256×256", "functions").parse_args()
    contest.find_qc(arguments)
    size = 256 if arguments.quick else 1024
    folder = contest.BUILD / f"library-{size}"
    make_pictures(folder, size)
    contestants = [quasar(arguments, folder), *peers(folder)]
    names = [contestant.name for contestant in contestants[1:]]
    race = contest.Contest(contestants, agreement(folder), arguments.rounds, least=2, most=300)
    lines = ["| function | qc, ms | " + " | ".join(f"qc / {name}" for name in names) + " |", "|---|---|" + "---|" * len(names)]
    slow = []
    print("\n".join(lines))
    for which in arguments.only.split(",") if arguments.only else FUNCTIONS:
        times = race.measure(which, [size], THREADS)
        ratios = {name: times[contest.QC] / times[name] for name in names if name in times}
        slow += [f"{FUNCTIONS[which].title}: {r:.2f} of {name}" for name, r in ratios.items() if r > LIMITS.get(name, r)]
        cells = [contest.written(ratios.get(name)) for name in names]
        lines.append(f"| {FUNCTIONS[which].title} | {times[contest.QC]:.2f} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    above = "\n".join(f"* {line}" for line in slow) or "* none"
    text = "\n".join(lines) + "\n\nAbove 1.0 of SciPy or 1.5 of OpenCV:\n\n" + above + "\n" + contest.tell_left_out(race.left_out)
    print(f"\n{above}")
    if arguments.write and not arguments.quick and not arguments.only:
        (contest.ROOT / "docs/performance-library.md").write_text(heading(contestants, size, arguments) + "\n" + text)


if __name__ == "__main__":
    main()
