#!/usr/bin/env python3
"""Measures programs whose launches are fused against the same programs without fusion; prints a table.

    python3 bench/fusion.py            2048×2048, the blur 4096×4096, two threads
    python3 bench/fusion.py --quick    512×512, the blur 1024×1024

Results are compared first, then the two take turns and the medians of all repetitions are compared, as in bench/run.py.
"""
import argparse
import subprocess
from pathlib import Path

import run

# What it is, and how many times as large its image is in both directions.
PROGRAMS = {
    "kernels": ("three kernels, two arrays between them", 1),
    "loops": ("two nests of loops, one array between them", 1),
    "blur": ("a separable blur, in strips of rows, of twice as many rows and columns", 2),
}


def programs(qc):
    """The program with fusion and without: one executable with another argument."""
    if qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=run.ROOT, check=True)
        qc = run.ROOT / "target/release/qc"
    for name, together in (("apart", 0), ("fused", 1)):
        text = (run.BENCH / "quasar/fusion.q").read_text().replace("together : int = 1", f"together : int = {together}")
        source = run.BUILD / f"fusion_{name}.q"
        source.write_text(text)
        subprocess.run([str(qc), str(source), "-o", str(run.BUILD / f"fusion_{name}")], check=True)
    return [
        run.Contestant(name, lambda which, name=name: [str(run.BUILD / f"fusion_{name}"), which], "QC_NUM_THREADS")
        for name in ("apart", "fused")
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="512×512")
    parser.add_argument("--rounds", type=int, default=run.ROUNDS, help=f"rounds in which the two take turns ({run.ROUNDS})")
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    arguments = parser.parse_args()
    run.set_rounds(arguments.rounds)
    run.BUILD.mkdir(parents=True, exist_ok=True)
    contestants, size = programs(arguments.qc), 512 if arguments.quick else 2048
    print("| program | apart, ms | fused, ms | fused is faster by |\n|---|---|---|---|")
    for which, (title, factor) in PROGRAMS.items():
        times = run.measure(contestants, which, factor * size, 2)
        print(f"| {title} | {times['apart']:.2f} | {times['fused']:.2f} | {times['apart'] / times['fused']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
