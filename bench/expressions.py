#!/usr/bin/env python3
"""Measures array expressions against NumPy and writes docs/performance-expressions.md.

    python3 bench/expressions.py            2048×2048, two threads
    python3 bench/expressions.py --write    and the page
    python3 bench/expressions.py --quick    512×512

Needs NumPy. Results are compared first, then the two take turns and the medians of all repetitions are compared, as contest.py tells.
"""
import sys

import contest

TOLERANCE = 5e-3
EXPRESSIONS = {
    "chain": "`z = a.*x + y.^2 + exp(-x)`",
    "statements": "the same in three statements",
    "slices": "`z = x[1..n-1,:] - x[0..n-2,:] + 0.5*y[0..n-2,:]`",
    "update": "`z = 0.75.*z + 0.25.*x`",
    "largest": "`max(abs(x - y))`",
}


def contestants(arguments):
    import numpy as np

    source, program = contest.BENCH / "quasar/expressions.q", contest.BUILD / "expressions"
    modes = []
    for name, *options in ([contest.QC], [contest.STRICT, "--fp=strict"]):
        output = program / ("strict" if options else "fast")
        contest.compile_quasar(arguments.qc, source, output, *options)
        version = " ".join([contest.first_line([arguments.qc, "--version"]), *options])
        modes.append(contest.Contestant(name, lambda which, output=output: [output, which], version, contest.OURS))
    script = contest.BENCH / "peers/numpy_expressions.py"
    return [contest.Contestant("numpy", lambda which: [sys.executable, script, which], f"NumPy {np.__version__}"), *modes]


def main():
    arguments = contest.page_parser(__doc__, "performance-expressions", "512×512").parse_args()
    contest.find_qc(arguments)
    there, size = contestants(arguments), 512 if arguments.quick else 2048
    race = contest.Contest(there, contest.near(TOLERANCE), arguments.rounds)
    lines = ["| expression | NumPy, ms | qc, ms | qc is faster by | with `--fp=strict` by |", "|---|---|---|---|---|"]
    for which, title in EXPRESSIONS.items():
        times = race.measure(which, [size], 2)
        ratios = [times["numpy"] / times[mode] for mode in (contest.QC, contest.STRICT)]
        lines.append(f"| {title} | {times['numpy']:.2f} | {times[contest.QC]:.2f} | {ratios[0]:.1f} | {ratios[1]:.1f} |")
        print(lines[-1], flush=True)
    text = (
        "# Array expressions against NumPy\n\nWritten by `python3 bench/expressions.py --write`; do not edit. Ratios of median times, "
        f"{size}×{size} in single precision,\ntwo threads for qc; NumPy computes expressions with one. {arguments.rounds} interleaved rounds of about "
        f"{contest.ROUND_MILLISECONDS:.0f} ms each;\nresults compared first.\n\n{contest.machine(there, arguments)}"
    )
    if arguments.write and not arguments.quick:
        (contest.ROOT / "docs/performance-expressions.md").write_text(text + "\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
