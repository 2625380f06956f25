#!/usr/bin/env python3
"""Makes all pages of measurements anew, one after the other, on one machine with one build.

    python3 bench/all.py --qc PATH --halide DIR             everything
    python3 bench/all.py --qc PATH --halide DIR --quick     small sizes, one round, no page is written: to see that all of it works
    python3 bench/all.py --only polybench,programs          some pages

DIR is a checkout of Halide's repository (bench/applications/run.py). Says first which build and which machine it is, and last how long each page took. A page whose
peers are not all there is left as it is, and that is said. bench/levels.py and bench/fusion.py write no page; bench/latency.py's tables are part of the first one.
"""
import argparse
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import contest


@dataclass
class Page:
    """A script and the page that it writes; what it needs beside gcc: modules of this Python, compilers' columns, Halide's sources."""

    script: str
    page: str
    modules: tuple = ()
    columns: tuple = ()
    halide: bool = False
    write: tuple = ("--write",)
    quick: tuple = ("--quick", "--rounds", "1")
    rounds: bool = True  # has the option --rounds

    def missing(self, columns, halide):
        lacking = [module for module in self.modules if importlib.util.find_spec(module) is None]
        lacking += [column for column in self.columns if column not in columns]
        return lacking + (["Halide's sources (--halide)"] if self.halide and not halide else [])


CLANG = ("clang", "Polly")
PAGES = {
    "performance": Page("bench/run.py", "docs/performance.md", ("halide", "numba", "scipy"), CLANG),
    "polybench": Page("bench/polybench/run.py", "docs/polybench.md", ("halide", "numba", "scipy"), CLANG),
    "applications": Page("bench/applications/run.py", "docs/performance-applications.md", ("halide",), halide=True),
    "programs": Page("bench/programs/run.py", "docs/performance-programs.md", ("numba", "scipy", "cv2"), CLANG[:1], quick=("--quick",)),
    "library": Page("bench/library.py", "docs/performance-library.md", ("scipy", "skimage", "cv2", "PIL")),
    "expressions": Page("bench/expressions.py", "docs/performance-expressions.md", ("numpy",)),
    "accuracy": Page("bench/accuracy.py", "docs/accuracy.md", ("numpy", "mpmath"), write=(), quick=("--only", "sin,exp", "--count", "8000"), rounds=False),
}


def describe(arguments):
    """The build and the machine."""
    print(f"{contest.first_line([arguments.qc, '--version'])} at {arguments.qc}, commit {contest.commit()}")
    print(f"{contest.processor()}, {os.cpu_count()} logical cores, load {os.getloadavg()[0]:.1f}")
    compilers = contest.compilers()
    for column, command in compilers.items():
        print(f"{column}: {contest.first_line([command[0], '--version'])}, {' '.join(command[1:])}")
    for package in ("halide", "numba", "numpy", "scipy", "scikit-image", "opencv-python-headless", "mpmath"):
        try:
            print(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            print(f"{package} is not there")
    return list(compilers)


def make(page, arguments):
    """Runs a script; whether it succeeded."""
    words = [sys.executable, str(contest.ROOT / page.script), "--qc", str(arguments.qc)]
    words += page.quick if arguments.quick else page.write
    words += ["--halide", str(arguments.halide)] if page.halide else []
    words += ["--rounds", str(arguments.rounds)] if arguments.rounds and page.rounds and not arguments.quick else []
    return subprocess.run(words).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    parser.add_argument("--halide", type=Path, help="a checkout of Halide's repository")
    parser.add_argument("--quick", action="store_true", help="small sizes, one round; no page is written")
    parser.add_argument("--rounds", type=int, help="rounds of every page instead of what the scripts take")
    parser.add_argument("--only", help=f"comma-separated pages: {', '.join(PAGES)}")
    arguments = parser.parse_args()
    wanted = arguments.only.split(",") if arguments.only else list(PAGES)
    if unknown := [name for name in wanted if name not in PAGES]:
        parser.error(f"no such page: {', '.join(unknown)}")
    contest.find_qc(arguments)
    columns, told, failed = describe(arguments), [], False
    for name in wanted:
        page, start = PAGES[name], time.monotonic()
        if lacking := page.missing(columns, arguments.halide):
            told.append(f"{name}: {page.page} is left as it is, for these are not there: {', '.join(lacking)}")
            continue
        print(f"\n{name}: {page.script}", flush=True)
        succeeded = make(page, arguments)
        failed |= not succeeded
        what = ("tried" if arguments.quick else f"{page.page} written") if succeeded else "failed"
        told.append(f"{name}: {what}, {time.monotonic() - start:.0f} s")
    print("\n" + "\n".join(told))
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
