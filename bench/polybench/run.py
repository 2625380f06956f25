#!/usr/bin/env python3
"""Measures qc against gcc, clang, Polly, Halide, numba and LAPACK on the thirty kernels of PolyBench and writes docs/polybench.md.

    python3 bench/polybench/run.py --write              everything, and the page
    python3 bench/polybench/run.py --only lu,gemm       some kernels, printed
    python3 bench/polybench/run.py --quick --rounds 1   small sizes, to see that it works
    python3 bench/polybench/run.py --verdicts           only the verdicts on the loops, as JSON

The programs are plain loops in single precision. kernels.c has the same loops with OpenMP pragmas
placed by hand and, where other loops are faster, a second form with loops rewritten by hand; peers/ has
the kernels in numba and, where they are products of matrices or the like, in Halide and by BLAS and LAPACK of SciPy.

Each loop of a kernel carries a mark with the right verdict, `%: parallel`, `%: accumulator` (parallel
but for a sum, maximum or the like) or `%: serial: reason`; what `--report=loops=json` says must agree.
`within kernel` behind the verdict marks a loop that a kernel runs through at each of its positions.
Then the results are compared and the contestants take turns, as contest.py tells. spelled.py has the other
spellings of the nests.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import contest  # noqa: E402  bench/contest.py
import spellings  # noqa: E402
from contest import Contest  # noqa: E402
from spelled import ALL_ORDERS, WAYS  # noqa: E402

BUILD = contest.BUILD / "polybench"
PAGE = contest.ROOT / "docs/polybench.md"
TOLERANCE = 2e-3  # relative; sums of thousands of products in single precision, in another order
SMALL = 40
PEERS = ["gcc -O3", "gcc fast", "clang", "Polly", "Halide", "numba", "LAPACK"]

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


def source(kernel):
    return HERE / f"{kernel}.q"


def build(arguments):
    """Compiles everything; gives the contestants that are there, gcc first."""
    peers = contest.compiled(HERE / "kernels.c", BUILD, forms=[(), ("--rewritten",)])
    peers += contest.python_peer("Halide", "halide", HERE / "peers/halide_kernels.py", what=", just in time, schedules by hand")
    peers += contest.python_peer("numba", "numba", HERE / "peers/numba_kernels.py", what=", fastmath")
    peers += contest.python_peer("LAPACK", "scipy", HERE / "peers/blas_kernels.py", what=" with its OpenBLAS")
    return [*peers, *contest.both_modes(arguments.qc, {kernel: source(kernel) for kernel in arguments.kernels}, BUILD)]


def spelled(arguments, kernel):
    """qc with the program as it stands and with its other spellings; none where there is no other one."""
    if kernel not in WAYS:
        return []
    folder = BUILD / "spelled" / kernel
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "check.q").write_text((HERE / "check.q").read_text())
    text, made = source(kernel).read_text(), []
    for number, other in enumerate([text, *spellings.drawn(kernel, text, WAYS[kernel], None if kernel in ALL_ORDERS else spellings.COUNT)]):
        path = folder / f"{number}.q"
        path.write_text(other)
        made.append(contest.quasar(arguments.qc, {kernel: path}, folder / str(number), name=f"spelling {number}"))
    return made


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
    return SMALL if arguments.quick else SIZES[kernel]


def measure(arguments, contestants, variants, threads):
    """The times of each kernel by column, and the slowest over the fastest of its spellings."""
    race = Contest(contestants, contest.near(TOLERANCE), arguments.rounds, least=2, left_out=arguments.left_out)
    results, spread = {}, {}
    for kernel in arguments.kernels:
        results[kernel] = race.measure(kernel, [size_of(arguments, kernel)], threads)
        if variants[kernel]:
            turns = Contest(variants[kernel], contest.near(TOLERANCE), min(arguments.rounds, 3), least=2)
            times = turns.measure(kernel, [size_of(arguments, kernel)], threads)
            spread[kernel] = max(times.values()) / min(times.values())
        print(kernel, {name: round(time, 3) for name, time in results[kernel].items()}, contest.written(spread.get(kernel)), file=sys.stderr, flush=True)
    return results, spread


def heading(arguments, contestants, results, variants, judged):
    loops = [loop for found in judged.values() for loop in found]
    right = sum(loop["agrees"] for loop in loops)
    tables = {contest.threads_title(threads): found for threads, found in results.items()}
    return (
        "# PolyBench\n\n" + contest.headline(tables, PEERS) + "\n"
        + contest.paragraphs(
            "Written by `python3 bench/polybench/run.py --write`; do not edit. Ratios of median times: below 1 means that qc is faster. "
            f"{arguments.rounds} interleaved rounds of about {contest.ROUND_MILLISECONDS:.0f} ms each; results compared first, within a relative "
            f"{TOLERANCE:g}. Single precision.",
            "The Quasar programs are plain loops. C has the same loops with OpenMP pragmas placed by hand and, in many kernels, a second form with loops "
            "exchanged and cut into strips by hand: the faster of both counts in every column of C. Polly has the same C without pragmas and finds the "
            "parallel loops by itself. numba has loops along rows, Halide products and stencils with schedules by hand, LAPACK what is one of its "
            "functions or of BLAS's. Peers keep freed memory.",
            contest.LICENCE,
            f"`spellings` is the slowest over the fastest of a kernel's spellings: as it stands and in up to {spellings.COUNT} others that are legal, with "
            "loops in another order or statements in loops of their own, drawn with a fixed seed (`bench/polybench/spelled.py`); of the product `gemm` all "
            f"six orders. {sum(map(bool, variants.values()))} of {len(variants)} kernels have other spellings.",
            f"Verdicts of qc on loops: {right} of {len(loops)} are those known to be right, which stand as marks in the programs.",
        )
        + contest.missing(PEERS, contestants) + contest.machine(contestants, arguments)
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


def arguments_of_command():
    parser = contest.page_parser(__doc__, "polybench", f"size {SMALL}, one thread", "kernels", threads=True)
    parser.add_argument("--note", help="what the reader of the page must know about this measurement")
    parser.add_argument("--verdicts", action="store_true", help="print the verdicts as JSON; fails when one is wrong")
    arguments = parser.parse_args()
    arguments.kernels = arguments.only.split(",") if arguments.only else list(SIZES)
    arguments.threads = [1] if arguments.quick else list(map(int, arguments.threads.split(",")))
    arguments.left_out = {}
    contest.find_qc(arguments)
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
    variants = {kernel: spelled(arguments, kernel) for kernel in arguments.kernels}
    titles = {kernel: f"{kernel}, {size_of(arguments, kernel)}" for kernel in arguments.kernels}
    tables, results = "", {}
    for threads in arguments.threads:
        results[threads], spread = measure(arguments, contestants, variants, threads)
        table = f"\n### {contest.threads_title(threads)}\n\n" + contest.comparison(results[threads], PEERS, titles, "kernel, size", spread)
        print(table, flush=True)
        tables += table
    text = heading(arguments, contestants, results, variants, judged) + tables + contest.tell_left_out(arguments.left_out) + describe_wrong(judged)
    print(contest.headline({contest.threads_title(threads): found for threads, found in results.items()}, PEERS))
    if arguments.write and not arguments.quick and not arguments.only:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
