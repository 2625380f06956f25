#!/usr/bin/env python3
"""Measures qc against gcc, numba and Halide and writes docs/performance.md.

    python3 bench/run.py                  everything
    python3 bench/run.py --quick          512×512, one thread, no file written
    python3 bench/run.py --only e,i       some kernels

Needs a C compiler with OpenMP. numba and Halide are used where this Python has them
(pip install numpy numba halide), otherwise their columns stay empty.

Every contestant prints the time of each repetition of its kernel and a few sums and samples
of the result. Results are compared first; a wrong one ends the run. Then the contestants take
turns, several rounds, so that a change of the machine's speed hits all of them, and the medians
of all repetitions are compared as ratios.
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import latency

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
BUILD = ROOT / "target" / "bench"
ROUNDS = 5
ROUND_MILLISECONDS = 300.0
TOLERANCE = 5e-3  # gcc and numba add four million numbers in single precision one after the other; qc and Halide do not lose digits there

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


@dataclass
class Contestant:
    """A tool: how to run one kernel, and what it is called in the table."""

    name: str
    command: callable
    threads_variable: str
    version: str = ""


@dataclass
class Result:
    """What one run printed: milliseconds of each repetition, sums and samples."""

    times: list = field(default_factory=list)
    check: list = field(default_factory=list)


def run(contestant, kernel, size, repetitions, threads):
    """One run; None when the tool cannot express the kernel."""
    environment = dict(os.environ, KMP_BLOCKTIME="0", PYTHONDONTWRITEBYTECODE="1", QC_DEVICE="cpu")
    environment[contestant.threads_variable] = str(threads)
    command = [*contestant.command(kernel), str(size), str(repetitions)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        if "not expressible" in done.stderr:
            return None
        sys.exit(f"{contestant.name}, kernel {kernel}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return parse(done.stdout)


def parse(text):
    result = Result()
    for line in text.splitlines():
        if line.startswith("times:"):
            result.times = [float(word) for word in line[6:].strip(" []").split(",")]
        elif line.startswith("check:"):
            result.check = [float(word) for word in line[6:].split()]
    return result


def agree(a, b):
    return len(a) == len(b) > 0 and all(abs(x - y) <= TOLERANCE * max(abs(x), abs(y), 1e-3) for x, y in zip(a, b))


def compare_results(contestants, kernel, size, threads):
    """A short run of each; gives those that can run, with their repetitions per round."""
    able, first = [], None
    for contestant in contestants:
        result = run(contestant, kernel, size, 3, threads)
        if result is None:
            continue
        first = first or result
        if not agree(first.check, result.check):
            sys.exit(f"kernel {kernel} at {size}: {contestant.name} computes {result.check}, {contestants[0].name} {first.check}")
        repetitions = int(ROUND_MILLISECONDS / max(min(result.times), 1e-3))
        able.append((contestant, min(max(repetitions, 3), 900)))
    return able


def measure(contestants, kernel, size, threads):
    """Median milliseconds of each contestant, taken in turns."""
    able = compare_results(contestants, kernel, size, threads)
    times = {contestant.name: [] for contestant, _ in able}
    for _ in range(ROUNDS):
        for contestant, repetitions in able:
            # The first repetition warms caches, pages and threads.
            times[contestant.name] += run(contestant, kernel, size, repetitions, threads).times[1:]
    return {name: statistics.median(values) for name, values in times.items()}


def build(arguments):
    """Compiles everything; gives the contestants that are there."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return [c_compiler("gcc", os.environ.get("CC", "gcc")), quasar(arguments.qc), *clang(), *peers()]


def c_compiler(name, compiler):
    """The kernels in C by one compiler."""
    output = BUILD / f"kernels-{name}"
    flags = ["-O3", "-march=native", "-fopenmp"]
    subprocess.run([compiler, *flags, str(BENCH / "peers/kernels.c"), "-o", str(output), "-lm"], check=True)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return Contestant(name, lambda kernel: [str(output), kernel], "OMP_NUM_THREADS", f"{version}, {' '.join(flags)}")


def clang():
    """clang where it is installed, with its OpenMP runtime (libomp-dev)."""
    compiler = next((path for path in map(shutil.which, ("clang", "clang-19")) if path), None)
    return [c_compiler("clang", compiler)] if compiler else []


def quasar(qc):
    if qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
        qc = ROOT / "target/release/qc"
    for kernel in KERNELS:
        subprocess.run([str(qc), str(BENCH / f"quasar/{kernel}.q"), "-o", str(BUILD / kernel)], check=True)
    version = subprocess.run([str(qc), "--version"], capture_output=True, text=True).stdout.strip()
    return Contestant("qc", lambda kernel: [str(BUILD / kernel)], "QC_NUM_THREADS", version)


def peers():
    found = []
    for module, variable in (("numba", "NUMBA_NUM_THREADS"), ("halide", "HL_NUM_THREADS")):
        ask = f"import importlib.metadata as m; print(m.version('{module}'))"
        done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
        if done.returncode == 0:
            script = str(BENCH / f"peers/{module}_kernels.py")
            command = lambda kernel, script=script: [sys.executable, script, kernel]
            found.append(Contestant(module, command, variable, f"{module} {done.stdout.strip()}"))
    return found


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def table(contestants, medians, size, threads):
    """Rows of times and ratios for one size and one number of threads."""
    names = [contestant.name for contestant in contestants[1:]]
    lines = [
        f"### {size}×{size}, {threads} thread{'s' if threads > 1 else ''}",
        "",
        "| kernel | gcc, ms | " + " | ".join(f"{name} / gcc" for name in names) + " |",
        "|---|---|" + "---|" * len(names),
    ]
    for kernel, times in medians.items():
        ratios = [f"{times[name] / times['gcc']:.2f}" if name in times else "" for name in names]
        lines.append(f"| {kernel}: {KERNELS[kernel]} | {times['gcc']:.3f} | " + " | ".join(ratios) + " |")
    return "\n".join(lines) + "\n"


def scaling(results, size):
    """How much faster qc is with two threads."""
    lines = [f"### qc: two threads against one, {size}×{size}", "", "| kernel | faster by |", "|---|---|"]
    for kernel in results[size, 1]:
        lines.append(f"| {kernel} | {results[size, 1][kernel]['qc'] / results[size, 2][kernel]['qc']:.2f} |")
    return "\n".join(lines) + "\n"


def heading(contestants):
    tools = "\n".join(f"* {contestant.name}: {contestant.version}" for contestant in contestants)
    return (
        "# Performance\n\nWritten by `python3 bench/run.py`; do not edit. Ratios of median times: below 1 means faster\n"
        f"than gcc. {ROUNDS} interleaved rounds of about {ROUND_MILLISECONDS:.0f} ms each; results compared first. The Quasar programs\n"
        "are plain `for` loops (`bench/quasar/`); C, numba and Halide are written by hand for speed (`bench/peers/`).\n"
        "Halide and numba are called from Python, which adds some 10 µs to their shortest kernels.\n\n"
        f"Processor: {processor()}, {os.cpu_count()} logical cores.\n\n{tools}\n"
    )


def set_rounds(rounds):
    global ROUNDS
    ROUNDS = rounds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="512×512, one thread, print only")
    parser.add_argument("--only", help="comma-separated kernels")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds in which the contestants take turns ({ROUNDS})")
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    arguments = parser.parse_args()
    set_rounds(arguments.rounds)
    kernels = arguments.only.split(",") if arguments.only else list(KERNELS)
    sizes, threads = ([512], [1]) if arguments.quick else ([512, 2048], [1, 2])
    contestants = build(arguments)
    results, text = {}, heading(contestants)
    for size in sizes:
        for count in threads:
            results[size, count] = {kernel: measure(contestants, kernel, size, count) for kernel in kernels}
            text += "\n" + table(contestants, results[size, count], size, count)
            print(table(contestants, results[size, count], size, count), flush=True)
        if len(threads) > 1:
            text += "\n" + scaling(results, size)
    if not arguments.quick and not arguments.only:
        qc = latency.build(arguments.qc)
        text += "\n" + latency.section(*latency.measure(qc))
        if starts := latency.gpu_starts(qc):
            text += "\n" + latency.gpu_section(starts)
        (ROOT / "docs/performance.md").write_text(text)


if __name__ == "__main__":
    main()
