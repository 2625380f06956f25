#!/usr/bin/env python3
"""Runs the programs of bench/programs and bench/applications as other machines and other programs would have them.

    python3 bench/levels.py --qc target/release/qc
    python3 bench/levels.py --only life,lu --rounds 5

Each program runs with the widest vectors of this machine, with AVX2 and with those of every x86-64 processor, and in double precision: one
thread, the least time of all repetitions, in turns. What takes much longer than the vectors are narrower, or than numbers are larger, is a
form of code that only one of them has. No other tool is asked, and nothing is claimed by the figures: they show where to look.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["programs", "applications"]
# What each column changes: options of the compiler, the level of vectors, and how many times as long is no surprise.
FORMS = {
    "widest": ([], None, 1.0),
    "AVX2": ([], "1", 2.2),
    "every x86-64": ([], "0", 5.0),
    "double": (["--precision=double"], None, 2.6),
}


def programs(only):
    """The sources, by name."""
    found = (path for folder in FOLDERS for path in sorted((ROOT / "bench" / folder).glob("*.q")))
    return [path for path in found if path.stem != "common" and (not only or path.stem in only)]


def least(executable, level, limit):
    """The least time of the repetitions in milliseconds; none where the program takes longer than the limit in seconds."""
    environment = dict(os.environ, QC_NUM_THREADS="1", QC_DEVICE="cpu")
    if level is not None:
        environment["QC_VECTOR_LEVEL"] = level
    try:
        done = subprocess.run([executable], env=environment, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    times = re.search(r"times: *\[(.*?)\]", done.stdout)
    if done.returncode != 0 or not times:
        sys.exit(f"{executable}: {done.stdout}{done.stderr}")
    return min(float(time) for time in times.group(1).split(","))


def measured(qc, source, rounds, limit, folder):
    """The least time of each form."""
    executables = {}
    for name, (options, _, _) in FORMS.items():
        executables[name] = Path(folder) / name.replace(" ", "_")
        subprocess.run([qc, *options, source, "-o", executables[name]], check=True, capture_output=True)
    times = {name: [] for name in FORMS}
    for _ in range(rounds):
        for name, (_, level, _) in FORMS.items():
            times[name].append(least(executables[name], level, limit))
    return {name: None if None in all_times else min(all_times) for name, all_times in times.items()}


def cell(name, time, widest):
    """A ratio, marked where it is larger than the reason for it."""
    if time is None or widest is None:
        return ""
    ratio = time / widest
    mark = "**" if ratio > FORMS[name][2] else ""
    return f"{mark}{ratio:.2f}{mark}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", default=ROOT / "target/release/qc", help="the compiler")
    parser.add_argument("--only", default="", help="names of programs, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that a run may take; its cells stay empty where it takes longer")
    arguments = parser.parse_args()
    print("| program | widest, ms | " + " | ".join(list(FORMS)[1:]) + " |")
    print("|---|" + "---|" * len(FORMS))
    with tempfile.TemporaryDirectory() as folder:
        for source in programs(set(filter(None, arguments.only.split(",")))):
            times = measured(arguments.qc, source, arguments.rounds, arguments.limit, folder)
            widest = times["widest"]
            cells = [cell(name, time, widest) for name, time in times.items() if name != "widest"]
            first = "" if widest is None else f"{widest:.2f}"
            print(f"| {source.stem} | {first} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
