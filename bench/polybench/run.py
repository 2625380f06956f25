#!/usr/bin/env python3
"""Measures qc against gcc on the thirty kernels of PolyBench and writes docs/polybench.md.

    python3 bench/polybench/run.py                      everything
    python3 bench/polybench/run.py --only lu,gemm       some kernels, no file written
    python3 bench/polybench/run.py --small --rounds 1   small sizes, to see that it works
    python3 bench/polybench/run.py --verdicts           only the verdicts on the loops, as JSON

The programs are plain loops in single precision. kernels.c has the same loops with OpenMP pragmas
placed by hand and, where other loops are faster, a second form with loops rewritten by hand.

Each loop of a kernel carries a mark with the right verdict, `%: parallel`, `%: accumulator` (parallel
but for a sum, maximum or the like) or `%: serial: reason`; what `--report=loops=json` says must agree.
`within kernel` behind the verdict marks a loop that a kernel runs through at each of its positions.
Then the results are compared. Then the contestants take turns, several rounds, so that a change of
the machine's speed hits all of them, and the medians of all repetitions are compared as ratios.
"""
import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "target" / "bench" / "polybench"
ROUNDS = 5
ROUND_MILLISECONDS = 300.0
TOLERANCE = 2e-3  # relative; sums of thousands of products in single precision, in another order
SMALL = 18

# Sizes at which gcc takes 50 ms or more with one thread.
SIZES = {
    "2mm": 450,
    "3mm": 450,
    "adi": 1000,
    "atax": 8000,
    "bicg": 12000,
    "cholesky": 900,
    "correlation": 600,
    "covariance": 600,
    "deriche": 2000,
    "doitgen": 120,
    "durbin": 22000,
    "fdtd-2d": 1900,
    "floyd-warshall": 1000,
    "gemm": 900,
    "gemver": 3000,
    "gesummv": 11500,
    "gramschmidt": 500,
    "heat-3d": 150,
    "jacobi-1d": 2200000,
    "jacobi-2d": 1800,
    "lu": 700,
    "ludcmp": 700,
    "mvt": 3000,
    "nussinov": 800,
    "seidel-2d": 1000,
    "symm": 500,
    "syr2k": 500,
    "syrk": 750,
    "trisolv": 14000,
    "trmm": 600,
}


EXPLAINED_ABOVE = 1.5

# What qc does differently where it takes longer than gcc, as its report and the code tell; not measured one by one.
REASONS = {
    "atax": "All rows add to `y`, so they run one after the other, and the two launches of a row are too short to be divided among threads.",
    "bicg": "All rows add to `s`, so they run one after the other, and each is a launch; the pragma in C gives every thread a copy of `s`.",
    "durbin": "Three launches for every `k`, of a few thousand elements each; in C the loops stand in the place.",
    "floyd-warshall": "Round `k` reads row and column `k` and writes them too. The loops are cut there, nine pieces for every `k`, and "
    "the element of column `k` in the own row is read again at each position; the C form may keep it in a register.",
    "gemm": "A strip of a row of `c` stays in registers while `k` runs, so `b` is read in columns of strips, each line from another "
    "page; gcc goes along whole rows of `b`.",
    "lu": "The columns on the left of the diagonal are serial; each of their sums is a launch.",
    "ludcmp": "The columns on the left of the diagonal are serial; each of their sums is a launch.",
    "nussinov": "Every element of the table is a launch, which takes the maximum over `k` and gathers the elements of a column.",
    "seidel-2d": "No loop is parallel in either.",
}


@dataclass
class Contestant:
    """A tool: how to run one kernel, and what it is called in the table."""

    name: str
    command: callable
    version: str


@dataclass
class Result:
    """What one run printed: milliseconds of each repetition, sums and samples of each result."""

    times: list
    checks: list


def run(contestant, kernel, size, repetitions, threads):
    count = str(threads)
    environment = dict(os.environ, QC_DEVICE="cpu", QC_NUM_THREADS=count, OMP_NUM_THREADS=count)
    command = contestant.command(kernel, str(size), str(repetitions))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{contestant.name}, {kernel}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return parse(done.stdout)


def parse(text):
    times, checks = [], []
    for line in text.splitlines():
        if line.startswith("times:"):
            times = [float(word) for word in line[6:].strip(" []").split(",")]
        elif line.startswith("check:"):
            checks += [float(word) for word in line[6:].split()]
    return Result(times, checks)


def agree(a, b):
    return len(a) == len(b) > 0 and all(abs(x - y) <= TOLERANCE * max(abs(x), abs(y), 1e-3) for x, y in zip(a, b))


def build(arguments):
    BUILD.mkdir(parents=True, exist_ok=True)
    return [*gcc(), quasar(arguments)]


def gcc():
    compiler = os.environ.get("CC", "gcc")
    output = BUILD / "kernels"
    flags = ["-O3", "-march=native", "-fopenmp"]
    subprocess.run([compiler, *flags, str(HERE / "kernels.c"), "-o", str(output), "-lm"], check=True)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    version += " " + " ".join(flags)
    plain = Contestant("gcc", lambda *words: [str(output), *words], version)
    rewritten = Contestant("gcc, rewritten", lambda *words: [str(output), *words, "rewritten"], version)
    return [plain, rewritten]


def quasar(arguments):
    for kernel in arguments.kernels:
        command = [str(arguments.qc), "-A", "warnings", str(HERE / f"{kernel}.q"), "-o", str(BUILD / kernel)]
        subprocess.run(command, check=True)
    version = subprocess.run([str(arguments.qc), "--version"], capture_output=True, text=True).stdout.strip()
    return Contestant("qc", lambda kernel, *words: [str(BUILD / kernel), *words], version)


def release_build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
    return ROOT / "target/release/qc"


def verdicts(qc, kernel):
    """Every marked loop with its right verdict, qc's and whether they agree."""
    source = HERE / f"{kernel}.q"
    command = [str(qc), "-A", "warnings", "--report=loops=json", str(source), "-o", str(BUILD / kernel)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [row for row in json.loads(done.stdout) if Path(row["file"]).name == source.name]
    found = []
    for line, text in enumerate(source.read_text().splitlines(), 1):
        mark = re.search(r"for (\w+) =.*%: (parallel|accumulator|serial)( within kernel)?(?:: (.*))?$", text)
        if not mark:
            continue
        said = [row for row in rows if row["line"] == line] or [{"verdict": "not reported", "details": []}]
        for row in said:
            found.append({
                "kernel": kernel, "line": line, "variable": mark[1], "right": mark[2], "reason": mark[4],
                "qc": row["verdict"], "details": row["details"], "agrees": is_right(mark[2], bool(mark[3]), row),
            })
    return found


def is_right(right, within, row):
    """What a loop within a kernel would be by itself, the report does not tell."""
    combined = any("is combined by" in detail for detail in row["details"])
    if within:
        return row["verdict"] == "inside kernel"
    return {
        "parallel": right == "accumulator" if combined else right == "parallel",
        "dimension": right != "serial",
        "serial": right == "serial",
    }.get(row["verdict"], False)


def size_of(arguments, kernel):
    return SMALL if arguments.small else SIZES[kernel]


def compare_results(contestants, kernel, size, threads):
    """A short run of each; gives the repetitions of each for a round."""
    counts, first = {}, None
    for contestant in contestants:
        result = run(contestant, kernel, size, 2, threads)
        first = first or result
        if not agree(first.checks, result.checks):
            sys.exit(f"{kernel} at {size}: {contestant.name} computes {result.checks}, {contestants[0].name} {first.checks}")
        counts[contestant.name] = min(max(int(ROUND_MILLISECONDS / max(min(result.times), 1e-3)), 2), 900)
    return counts


def measure(contestants, kernel, size, threads, rounds):
    """Median milliseconds of each contestant, taken in turns; the first repetition warms caches, pages and threads."""
    counts = compare_results(contestants, kernel, size, threads)
    times = {contestant.name: [] for contestant in contestants}
    for _ in range(rounds):
        for contestant in contestants:
            times[contestant.name] += run(contestant, kernel, size, counts[contestant.name], threads).times[1:]
    return {name: statistics.median(values) for name, values in times.items()}


def row(kernel, size, judged, times):
    wrong = sum(not loop["agrees"] for loop in judged)
    verdict = f"{len(judged)} right" if wrong == 0 else f"{wrong} of {len(judged)} wrong"
    plain, rewritten = times["gcc"], times["gcc, rewritten"]
    return f"| {kernel} | {size} | {verdict} | {plain:.2f} | {times['qc'] / plain:.2f} | {times['qc'] / rewritten:.2f} |"


def table(arguments, contestants, judged, threads):
    heading = f"### {threads} thread{'s' if threads > 1 else ''}"
    lines = [heading, "", "| kernel | size | loops | gcc, ms | qc / gcc | qc / gcc, rewritten |", "|---|---|---|---|---|---|"]
    ratios = []
    for kernel in arguments.kernels:
        size = size_of(arguments, kernel)
        times = measure(contestants, kernel, size, threads, arguments.rounds)
        ratios.append(times["qc"] / times["gcc"])
        if ratios[-1] > EXPLAINED_ABOVE:
            arguments.slow.add(kernel)
        lines.append(row(kernel, size, judged[kernel], times))
        print(lines[-1], flush=True)
    lines.append(f"\nMedian of qc / gcc: {statistics.median(ratios):.2f}.\n")
    print(lines[-1], flush=True)
    return "\n".join(lines)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def heading(arguments, contestants):
    return (
        "# PolyBench\n\nWritten by `python3 bench/polybench/run.py`; do not edit. Ratios of median times: below 1 means faster than\n"
        f"gcc. {arguments.rounds} interleaved rounds of about {ROUND_MILLISECONDS:.0f} ms each; results compared first, within a relative\n"
        f"{TOLERANCE:g}. Single precision. The Quasar programs are plain loops; `gcc` has the same loops in C with OpenMP pragmas placed by\n"
        "hand, `gcc, rewritten` loops exchanged and cut into strips by hand. `loops` counts qc's verdicts against those known to be right,\n"
        "which stand as marks in the programs.\n\n"
        f"Processor: {processor()}, {os.cpu_count()} logical cores. {contestants[0].version}; {contestants[-1].version}.\n"
        + (f"\n{arguments.note}\n" if arguments.note else "")
    )


def describe_wrong(judged):
    """The wrong verdicts, for the end of the page."""
    lines = [
        f"* {loop['kernel']}, line {loop['line']}, `{loop['variable']}`: {loop['right']}; qc says {loop['qc']}"
        for loops in judged.values()
        for loop in loops
        if not loop["agrees"]
    ]
    return "\n### Wrong verdicts\n\n" + "\n".join(lines) + "\n" if lines else ""


def explain(slow):
    """Why some kernels are slow, for the end of the page."""
    reasons = [f"* {kernel}: {REASONS.get(kernel, 'not explained yet.')}" for kernel in sorted(slow)]
    heading = f"### Ratios above {EXPLAINED_ABOVE:g}"
    what = "What qc does differently there, as its report and the code tell; not measured one by one."
    return "\n".join(["", heading, "", what, "", *reasons, ""]) if reasons else ""


def arguments_of_command():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="comma-separated kernels")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds in which the contestants take turns ({ROUNDS})")
    parser.add_argument("--note", help="what the reader of the page must know about this measurement")
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads (1,2)")
    parser.add_argument("--small", action="store_true", help=f"size {SMALL}, print only")
    parser.add_argument("--verdicts", action="store_true", help="print the verdicts as JSON; fails when one is wrong")
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    arguments = parser.parse_args()
    arguments.kernels = arguments.only.split(",") if arguments.only else list(SIZES)
    arguments.slow = set()
    arguments.qc = arguments.qc.resolve() if arguments.qc else release_build()
    return arguments


def main():
    arguments = arguments_of_command()
    BUILD.mkdir(parents=True, exist_ok=True)
    judged = {kernel: verdicts(arguments.qc, kernel) for kernel in arguments.kernels}
    if arguments.verdicts:
        loops = [loop for loops in judged.values() for loop in loops]
        print(json.dumps(loops, indent=1))
        sys.exit(any(not loop["agrees"] for loop in loops))
    contestants = build(arguments)
    text = heading(arguments, contestants)
    for threads in map(int, arguments.threads.split(",")):
        print(f"{threads} thread{'s' if threads > 1 else ''}")
        text += "\n" + table(arguments, contestants, judged, threads)
    text += explain(arguments.slow) + describe_wrong(judged)
    print(explain(arguments.slow) + describe_wrong(judged))
    if not arguments.small and not arguments.only:
        (ROOT / "docs/polybench.md").write_text(text)


if __name__ == "__main__":
    main()
