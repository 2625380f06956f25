#!/usr/bin/env python3
"""Measures qc against gcc, clang, Polly, Halide, numba and BLAS and writes docs/performance.md.

    python3 bench/run.py --write               everything, and the page
    python3 bench/run.py                       the same, printed
    python3 bench/run.py --quick               512×512, one thread
    python3 bench/run.py --only e,i --rounds 1 some kernels

Needs gcc with OpenMP. clang (apt-get install clang-19 libomp-19-dev) with Polly in it and, in this Python, `halide numba scipy` are used where they
are there; otherwise their columns stay empty, and the page says so. contest.py tells how contestants take turns, spellings.py what a
spelling is.
"""
import importlib.metadata
import importlib.util
import subprocess
import sys
from pathlib import Path

import contest
import latency
import spellings
from contest import BENCH, QC, ROOT, Contest, Contestant

BUILD = contest.BUILD / "kernels"
PAGE = ROOT / "docs/performance.md"
TOLERANCE = 5e-3  # gcc and numba add four million numbers in single precision one after the other; the others do not lose digits there
PEERS = ["gcc -O3", "gcc fast", "clang", "Polly", "Halide", "numba", "BLAS"]

KERNELS = {
    "a": "5-tap filter along the rows, mirrored",
    "b": "Sobel magnitude, mirrored",
    "c": "separable Gaussian, 15 taps, mirrored",
    "d": "pointwise with exp",
    "e": "bilateral filter, radius 3",
    "f": "sum and sum of squares",
    "g": "histogram of 256 levels",
    "h": "Mandelbrot, 256 iterations",
    "i": "non-local means, 5×5 in 5×5",
    "k": "V·D·Vᵀ of 3×3 matrices, determinant",
}

# Loops that may stand in another order: all positions are independent, and sums are free in their order.
EXCHANGED = {
    "a": ["ij"], "b": ["ij"], "c": ["ij", "ij"], "d": ["ij"], "e": ["ij", ("di", "dj")], "f": ["ij"], "g": ["ij"], "h": ["ij"],
    "i": ["ij", ("di", "dj"), "kl"], "k": ["ij"],
}


def source(kernel):
    return BENCH / f"quasar/{kernel}.q"


def build(arguments, kernels):
    """Compiles everything; gives the contestants that are there, gcc first."""
    peers = contest.compiled(BENCH / "peers/kernels.c", BUILD, forms=[(), ("--rewritten",)])
    peers += halide()
    peers += contest.python_peer("numba", "numba", BENCH / "peers/numba_kernels.py", what=", fastmath")
    peers += contest.python_peer("BLAS", "scipy", BENCH / "peers/blas_kernels.py", what=" with its OpenBLAS")
    return [*peers, *contest.both_modes(arguments.qc, {kernel: source(kernel) for kernel in kernels}, BUILD)]


def halide():
    """The kernels in Halide, compiled ahead of time, so that no time of Python counts; a list of one or none."""
    found = importlib.util.find_spec("halide")
    if found is None:
        return []
    folder, include = BUILD / "halide", Path(found.origin).parent / "include"
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, str(BENCH / "peers/halide_kernels.py"), str(folder)], check=True)
    objects = [str(path) for path in sorted(folder.glob("*.o"))]
    program = folder / "kernels"
    driver = ["gcc", "-O2", "-w", "-I", str(include), str(BENCH / "peers/halide_driver.c")]
    subprocess.run([*driver, *objects, "-o", str(program), "-lpthread", "-ldl", "-lm"], check=True)
    version = f"Halide {importlib.metadata.version('halide')}, ahead of time for this machine, schedules by hand"
    return [Contestant("Halide", lambda kernel: [program, kernel], version)]


def spelled(arguments, kernel):
    """qc with the program as it stands and with its other spellings."""
    text, made = source(kernel).read_text(), []
    others = spellings.drawn(kernel, text, [(spellings.exchange, EXCHANGED[kernel], "tic()")])
    for number, other in enumerate([text, *others]):
        path = BUILD / f"spelled/{kernel}-{number}.q"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(other)
        made.append(contest.quasar(arguments.qc, {kernel: path}, BUILD / f"spelled/{kernel}-{number}", name=f"spelling {number}"))
    return made


def spreads(arguments, variants, size, threads):
    """For each kernel the time of the slowest spelling over that of the fastest."""
    found = {}
    for kernel, made in variants.items():
        race = Contest(made, contest.near(TOLERANCE), min(arguments.rounds, 3))
        times = race.measure(kernel, [size], threads)
        found[kernel] = max(times.values()) / min(times.values())
    return found


def scaling(results, size):
    """How much faster qc is with two threads."""
    lines = [f"### qc: two threads against one, {size}×{size}", "", "| kernel | faster by |", "|---|---|"]
    for kernel in results[size, 1]:
        lines.append(f"| {kernel} | {results[size, 1][kernel][QC] / results[size, 2][kernel][QC]:.2f} |")
    return "\n".join(lines) + "\n"


def title(size, threads):
    return f"{size}×{size}, {contest.threads_title(threads)}"


def heading(arguments, contestants, results, variants):
    tables = {title(*key): found for key, found in results.items()}
    count = sum(len(made) > 1 for made in variants.values())
    return (
        "# Performance\n\n" + contest.headline(tables, PEERS) + "\n"
        + contest.paragraphs(
            "Written by `python3 bench/run.py --write`; do not edit. Ratios of median times: below 1 means that qc is faster. "
            f"{arguments.rounds} interleaved rounds of about {contest.ROUND_MILLISECONDS:.0f} ms each; results compared first, within a relative "
            f"{TOLERANCE:g}.",
            "The Quasar programs are plain `for` loops (`bench/quasar/`). The peers are written by hand for speed (`bench/peers/`): C with OpenMP, of two "
            "forms of a kernel the faster one; Polly has the same C without pragmas and finds the parallel loops by itself; Halide has schedules by hand "
            "and is compiled ahead of time; numba is called from Python, which adds some 10 µs to its shortest kernels. Of these kernels BLAS has `f` "
            "alone. Peers keep freed memory.",
            contest.LICENCE,
            f"`spellings` is the slowest over the fastest of a kernel's spellings: as it stands and in up to {spellings.COUNT} other legal orders of its "
            f"loops, drawn with a fixed seed (`bench/spellings.py`). {count} of {len(variants)} kernels have other spellings.",
        )
        + contest.missing(PEERS, contestants) + contest.machine(contestants, arguments)
    )


def options():
    arguments = contest.page_parser(__doc__, "performance", "512×512, one thread", "kernels").parse_args()
    arguments.kernels = arguments.only.split(",") if arguments.only else list(KERNELS)
    contest.find_qc(arguments)
    return arguments


def main():
    arguments = options()
    sizes, threads = ([512], [1]) if arguments.quick else ([512, 2048], [1, 2])
    contestants = build(arguments, arguments.kernels)
    variants = {kernel: spelled(arguments, kernel) for kernel in arguments.kernels}
    race = Contest(contestants, contest.near(TOLERANCE), arguments.rounds)
    titles = {kernel: f"{kernel}: {what}" for kernel, what in KERNELS.items()}
    results, text = {}, ""
    for size in sizes:
        for count in threads:
            found = results[size, count] = {kernel: race.measure(kernel, [size], count) for kernel in arguments.kernels}
            spread = spreads(arguments, variants, size, count)
            table = f"\n### {title(size, count)}\n\n" + contest.comparison(found, PEERS, titles, spread=spread)
            print(table, flush=True)
            text += table
        if len(threads) > 1:
            text += "\n" + scaling(results, size)
    text = heading(arguments, contestants, results, variants) + text + contest.tell_left_out(race.left_out)
    print(contest.headline({title(*key): found for key, found in results.items()}, PEERS))
    if arguments.write and not arguments.quick and not arguments.only:
        text += "\n" + latency.section(*latency.measure(str(arguments.qc)))
        if starts := latency.gpu_starts(str(arguments.qc)):
            text += "\n" + latency.gpu_section(starts)
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
