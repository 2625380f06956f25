#!/usr/bin/env python3
"""Measures array expressions against NumPy and writes docs/performance-expressions.md.

    python3 bench/expressions.py            2048×2048, two threads
    python3 bench/expressions.py --quick    512×512, no file written

Needs NumPy. Results are compared first, then the two take turns and the medians of all repetitions are compared, as in bench/run.py.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

import run

EXPRESSIONS = {
    "chain": "`z = a.*x + y.^2 + exp(-x)`",
    "statements": "the same in three statements",
    "slices": "`z = x[1..n-1,:] - x[0..n-2,:] + 0.5*y[0..n-2,:]`",
    "update": "`z = 0.75.*z + 0.25.*x`",
    "largest": "`max(abs(x - y))`",
}


def quasar(qc):
    if qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=run.ROOT, check=True)
        qc = run.ROOT / "target/release/qc"
    program = run.BUILD / "expressions"
    subprocess.run([str(qc), str(run.BENCH / "quasar/expressions.q"), "-o", str(program)], check=True)
    version = subprocess.run([str(qc), "--version"], capture_output=True, text=True).stdout.strip()
    return run.Contestant("qc", lambda which: [str(program), which], "QC_NUM_THREADS", version)


def numpy():
    import numpy as np

    script = str(run.BENCH / "peers/numpy_expressions.py")
    return run.Contestant("numpy", lambda which: [sys.executable, script, which], "OMP_NUM_THREADS", f"NumPy {np.__version__}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="512×512, print only")
    parser.add_argument("--rounds", type=int, default=run.ROUNDS, help=f"rounds in which the two take turns ({run.ROUNDS})")
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    arguments = parser.parse_args()
    run.set_rounds(arguments.rounds)
    run.BUILD.mkdir(parents=True, exist_ok=True)
    contestants, size = [numpy(), quasar(arguments.qc)], 512 if arguments.quick else 2048
    lines = ["| expression | NumPy, ms | qc, ms | qc is faster by |", "|---|---|---|---|"]
    for which, title in EXPRESSIONS.items():
        times = run.measure(contestants, which, size, 2)
        ratio = times["numpy"] / times["qc"]
        lines.append(f"| {title} | {times['numpy']:.2f} | {times['qc']:.2f} | {ratio:.1f} |")
        print(lines[-1], flush=True)
    text = (
        "# Array expressions against NumPy\n\nWritten by `python3 bench/expressions.py`; do not edit. Ratios of median times, "
        f"{size}×{size} in single precision,\ntwo threads for qc; NumPy computes expressions with one. {run.ROUNDS} interleaved rounds of about "
        f"{run.ROUND_MILLISECONDS:.0f} ms each;\nresults compared first.\n\nProcessor: {run.processor()}, {os.cpu_count()} logical cores. "
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.\n\n"
        + "".join(f"* {contestant.version}\n" for contestant in contestants)
        + ("* This qc was given by --qc, not built here as a release.\n" if arguments.qc else "")
    )
    if not arguments.quick:
        (run.ROOT / "docs/performance-expressions.md").write_text(text + "\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
