#!/usr/bin/env python3
"""Measures the waits of daily work: compiling a program, starting it, launching a kernel.

    python3 bench/latency.py              build qc in release, measure, compare with the bounds
    python3 bench/latency.py --qc PATH    another compiler

The first two are times of whole processes, from spawning to the end; their runs are interleaved. The third is taken by a
program around 2000 launches of a kernel that stores one number, on two threads; a median over its batches.
Ends with 1 when a median lies above its bound.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "target" / "bench"
PIPELINE = ROOT / "bench/quasar/pipeline.q"
HELLO = 'print "hello"\n'
RUNS = 40
LAUNCH = ROOT / "bench/quasar/launch.q"
BOUNDS = {"compile, ms": 100.0, "start, ms": 5.0, "launch, µs": 1.5}


def milliseconds(command):
    """Wall time of one run; a failing command ends the measurement."""
    start = time.perf_counter()
    # vfork and no pipes: what is measured is the program, not Python.
    identity = os.posix_spawn(command[0], command, {}, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status = os.waitpid(identity, 0)
    elapsed = 1e3 * (time.perf_counter() - start)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return elapsed


def build(qc):
    if qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
        qc = ROOT / "target/release/qc"
    return str(Path(qc).resolve())


def launches(qc):
    """Microseconds of a launch, one number for each batch."""
    program = str(BUILD / "launch")
    subprocess.run([qc, str(LAUNCH), "-o", program], check=True)
    output = subprocess.run([program], env={"QC_NUM_THREADS": "2"}, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in output.split("times: ")[1].strip().strip("[]").split(",")]


def lines_of_code():
    """Lines of the program and of what it imports, without comments and empty lines."""
    files = [PIPELINE, *(ROOT / f"samples/{name}.q" for name in ("denoise", "edges", "tonemap"))]
    lines = (line.split("%")[0].strip() for file in files for line in file.read_text().splitlines())
    return sum(1 for line in lines if line)


def measure(qc):
    """The times of each wait, and the bytes of the smallest executable."""
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "hello.q").write_text(HELLO)
    hello = str(BUILD / "hello")
    milliseconds([qc, str(BUILD / "hello.q"), "-o", hello])
    times = {name: [] for name in BOUNDS}
    for _ in range(RUNS):
        times["compile, ms"].append(milliseconds([qc, str(PIPELINE), "-o", str(BUILD / "pipeline")]))
        times["start, ms"].append(milliseconds([hello]))
    times["launch, µs"] = launches(qc)
    return times, os.path.getsize(hello)


def section(times, size):
    """A section of docs/performance.md."""
    lines = [
        "### Waits",
        "",
        f"`compile` is the whole process of `qc` for a program of {lines_of_code()} lines of code with its imports, `start` the whole process of a",
        "program that prints a line, `launch` the time of a kernel that stores one number, on two threads, taken around 2000 launches.",
        f"{RUNS} interleaved runs; `bench/latency.py`. The smallest executable has {size/1e6:.2f} MB.",
        "",
        "| | median | least | bound |",
        "|---|---|---|---|",
    ]
    for name, bound in BOUNDS.items():
        lines.append(f"| {name} | {statistics.median(times[name]):.2f} | {min(times[name]):.2f} | {bound:g} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    times, size = measure(build(parser.parse_args().qc))
    print(f"compiled program: {lines_of_code()} lines of code; executables: {size/1e6:.2f} MB and more")
    late = False
    for name, bound in BOUNDS.items():
        median = statistics.median(times[name])
        late |= median > bound
        print(f"{name}: median {median:.2f}, least {min(times[name]):.2f}, bound {bound:g}")
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
