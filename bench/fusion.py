#!/usr/bin/env python3
"""Measures programs whose launches are fused against the same programs without fusion; prints a table.

    python3 bench/fusion.py            2048×2048, the blur 4096×4096, two threads
    python3 bench/fusion.py --quick    512×512, the blur 1024×1024

Results are compared first, then the two take turns and the medians of all repetitions are compared, as contest.py tells.
"""
import argparse

import contest

TOLERANCE = 5e-3

# What it is, and how many times as large its image is in both directions.
PROGRAMS = {
    "kernels": ("three kernels, two arrays between them", 1),
    "loops": ("two nests of loops, one array between them", 1),
    "blur": ("a separable blur, in strips of rows, of twice as many rows and columns", 2),
}


def programs(qc):
    """The program with fusion and without: one executable with another argument."""
    made, folder = [], contest.BUILD / "fusion"
    folder.mkdir(parents=True, exist_ok=True)
    for name, together in (("apart", 0), ("fused", 1)):
        text = (contest.BENCH / "quasar/fusion.q").read_text().replace("together : int = 1", f"together : int = {together}")
        source = folder / f"{name}.q"
        source.write_text(text)
        made.append(contest.quasar(qc, {which: source for which in PROGRAMS}, folder / name, name=name))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="512×512")
    contest.add_options(parser)
    arguments = parser.parse_args()
    words = lambda which, size, repetitions: [which, *size, repetitions]
    race = contest.Contest(programs(contest.find_qc(arguments)), contest.near(TOLERANCE), arguments.rounds, words=words)
    size = 512 if arguments.quick else 2048
    print("| program | apart, ms | fused, ms | fused is faster by |\n|---|---|---|---|")
    for which, (title, factor) in PROGRAMS.items():
        times = race.measure(which, [factor * size], 2)
        print(f"| {title} | {times['apart']:.2f} | {times['fused']:.2f} | {times['apart'] / times['fused']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
