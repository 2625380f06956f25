#!/usr/bin/env python3
"""Measures qc against Halide with thirteen of Halide's applications and writes docs/performance-applications.md.

    python3 bench/applications/run.py --halide DIR             everything, printed
    python3 bench/applications/run.py --halide DIR --write     and written
    python3 bench/applications/run.py --halide DIR --quick     small images
    python3 bench/applications/run.py --halide DIR --only blur,harris --threads 1

DIR is a checkout of github.com/halide/Halide at the tag of the wheel: its generators are compiled as they are, with their schedules
for CPUs, by the libHalide of this Python (pip install halide==21.0.0). Needs g++ as well.

As in bench/run.py results are compared first, and a wrong one ends the run; then both take turns, several rounds.
"""
import importlib.metadata
import importlib.util
import math
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import contest  # noqa: E402  bench/contest.py
from contest import QC, ROOT, ROUND_MILLISECONDS, STRICT, Contestant  # noqa: E402

BUILD = contest.BUILD / "applications"
PAGE = ROOT / "docs/performance-applications.md"
WARMING = 2  # repetitions that are not counted: they make caches, threads and pages, the second those of a result beside the first one's
SLOW_MILLISECONDS = 2000.0  # from here on three rounds of a single repetition, for their first one costs nothing that can be seen
EXACT = 0.0


@dataclass
class Application:
    """One of Halide's applications and the Quasar program of its name."""

    name: str
    title: str
    sizes: list  # rows and columns, as both programs have them on the command line
    quick: list
    tolerance: float = EXACT  # relative; EXACT where every digit has to be the same
    reason: str = ""  # for a tolerance
    generator: str = ""  # its name, where it is not the application's
    parameters: tuple = ()
    variant_of: str = ""  # another application; variants do not count in the mean
    further: tuple = ()  # arguments of the Quasar program behind the sizes

    @property
    def program(self):
        """The Quasar program: that of its name, or of what it is a variant of."""
        own = HERE / f"{self.name}.q"
        return own if own.exists() else HERE / f"{self.variant_of}.q"

    @property
    def halide(self):
        """The name of Halide's application, of the library made of it and of its function."""
        return self.variant_of or self.name

    @property
    def generator_source(self):
        """Within Halide's repository."""
        return f"apps/{self.halide}/{self.generator or self.halide}_generator.cpp"


PHOTO, SMALL = [2560, 1536], [1280, 768]
ORDER = "sums of floats in another order"
SINGLE = "the sums of the check are in single precision"
APPLICATIONS = [
    Application("blur", "3×3 mean, uint16", [4802, 6402], [1202, 1602], generator="halide_blur"),
    Application("unsharp", "unsharp mask", PHOTO, SMALL, 1e-5, ORDER),
    Application("harris", "Harris corners", PHOTO, SMALL, 1e-5, ORDER),
    Application("hist", "histogram equalisation", PHOTO, SMALL, 1e-4, "luminance in floats decides about bins"),
    Application("stencil_chain", "32 stencils of 5×5", PHOTO, SMALL, further=(32,)),
    Application("conv_layer", "convolution layer, 5×80×100×128", [], [], 1e-5, ORDER),
    Application("max_filter", "maximum in a disc, radius 26", PHOTO, [640, 384], 1e-6, SINGLE),
    Application("iir_blur", "recursive blur", PHOTO, PHOTO, 1e-5, ORDER),
    Application("nl_means", "non-local means, 7×7 in 7×7", PHOTO, [640, 384], 1e-4, "Halide's fast_exp"),
    Application("interpolate", "filling holes, 10 levels", PHOTO, SMALL, 1e-5, ORDER),
    Application("bilateral_grid", "bilateral grid", PHOTO, SMALL, 1e-5, ORDER),
    Application("local_laplacian", "local Laplacian, 8 levels", PHOTO, SMALL, 1e-4, "floats decide about curves and rounding"),
    Application("camera_pipe", "camera pipe", [1968, 2592], [1008, 1312]),
    Application("max_filter_doubling", "the same by Halide's algorithm", PHOTO, [640, 384], 1e-6, SINGLE, variant_of="max_filter"),
    Application("stencil_chain_8", "8 stencils", PHOTO, SMALL, variant_of="stencil_chain", parameters=("stencils=8",), further=(8,)),
]


def call(command, what):
    """Runs a command that has to succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{what}: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def wheel():
    """Where the wheel of Halide lies."""
    found = importlib.util.find_spec("halide")
    if found is None:
        sys.exit("this Python has no halide: pip install halide==21.0.0")
    return Path(found.origin).parent


def is_newer(path, *sources):
    return path.exists() and all(path.stat().st_mtime > source.stat().st_mtime for source in sources)


def build_peer(application, halide):
    """The generator as it is, what it generates, and peer.cpp around that."""
    at, base, name = BUILD / application.name, wheel(), application.halide
    at.mkdir(parents=True, exist_ok=True)
    source = halide / application.generator_source
    if is_newer(at / "peer", source, HERE / "peer.cpp", base / "lib64/libHalide.so"):
        return
    flags = ["g++", "-std=c++17", "-I", base / "include", "-I", halide / "tools"]
    library = ["-L", base / "lib64", "-lHalide", f"-Wl,-rpath,{base / 'lib64'}"]
    call([*flags, "-O1", source, halide / "tools/GenGen.cpp", *library, "-o", at / "generator"], name)
    call([at / "generator", "-g", application.generator or name, "-f", name, "-o", at, "target=host", *application.parameters], name)
    defines = [f"-DAPPLICATION_{name}", f'-DHEADER="{name}.h"', "-I", at]
    call([*flags, "-O2", *defines, HERE / "peer.cpp", at / f"{name}.a", "-o", at / "peer", "-lpthread", "-ldl"], name)


def build(applications, arguments):
    """Compiles everything; gives Halide, and qc in both modes."""
    for application in applications:
        build_peer(application, arguments.halide)
    sources = {application.name: application.program for application in applications}
    version = f"Halide {importlib.metadata.version('halide')}, target=host"
    ours = contest.both_modes(arguments.qc, sources, BUILD)
    for contestant in ours:
        contestant.command = lambda a, by_name=contestant.command: by_name(a.name)
    return [Contestant("Halide", lambda a: [BUILD / a.name / "peer"], version), *ours]


def run(contestant, application, sizes, repetitions, threads):
    """What one run printed."""
    further = application.further if contestant.is_ours else ()
    return contest.run(contestant, application, [repetitions, *sizes, *further], threads)


def agree(application, a, b):
    return len(a) == len(b) > 0 and all(abs(x - y) <= application.tolerance * max(abs(x), abs(y), 1e-6) for x, y in zip(a, b))


def compare_results(contestants, application, sizes, threads):
    """A short run of each; gives the repetitions per round for each."""
    results = [run(contestant, application, sizes, 1, threads) for contestant in contestants]
    if not all(agree(application, results[0].check, result.check) for result in results[1:]):
        said = ", ".join(f"{contestant.name} {result.check}" for contestant, result in zip(contestants, results))
        sys.exit(f"{application.name} at {sizes}, {threads} threads: {said}")
    return [repetitions_for(contestant, application, sizes, threads, result.times[0]) for contestant, result in zip(contestants, results)]


def repetitions_for(contestant, application, sizes, threads, first):
    """Of which one takes `first` milliseconds where pages and threads are new."""
    tries = 2 if first > SLOW_MILLISECONDS else WARMING + 2  # new pages alone may cost a second
    fastest = min(run(contestant, application, sizes, tries, threads).times)
    if fastest > SLOW_MILLISECONDS:
        return 1
    return min(max(int(ROUND_MILLISECONDS / max(fastest, 1e-3)), 2), 200) + WARMING


def measure(contestants, application, sizes, threads, rounds):
    """Median milliseconds of each, taken in turns."""
    repetitions = compare_results(contestants, application, sizes, threads)
    times = {contestant.name: [] for contestant in contestants}
    for _ in range(min(rounds, 3) if 1 in repetitions else rounds):
        for contestant, count in zip(contestants, repetitions):
            found = run(contestant, application, sizes, count, threads).times
            times[contestant.name] += found[WARMING:] or found
    return {name: statistics.median(values) for name, values in times.items()}


def lines_of(path):
    """Lines of code: neither blank nor comment."""
    text, count, inside = path.read_text(), 0, False
    for line in map(str.strip, text.splitlines()):
        inside = inside or line.startswith("/*")
        count += bool(line) and not inside and not line.startswith(("%", "//"))
        inside = inside and "*/" not in line
    return count


def row(application, times, halide):
    ours, theirs = lines_of(application.program), lines_of(halide / application.generator_source)
    fast, strict = (times[mode] / times["Halide"] for mode in (QC, STRICT))
    return (
        f"| {application.name}: {application.title} | {times['Halide']:.3f} | {times[QC]:.3f} | {fast:.2f} | {strict:.2f} | {ours} | {theirs} |"
    )


def table(results, threads, halide):
    """Rows of times and ratios for one number of threads."""
    columns = "| application | Halide, ms | qc, ms | **qc / Halide** | strict / Halide | lines, Quasar | lines, Halide |"
    head = [f"### {contest.threads_title(threads)}", "", columns, "|---|---|---|---|---|---|---|"]
    rows = [row(application, times, halide) for application, times in results]
    means = [mean_ratio(results, mode) for mode in (QC, STRICT)]
    count = sum(not application.variant_of for application, _ in results)
    return "\n".join([*head, *rows, f"| geometric mean of {count} | | | **{means[0]:.2f}** | {means[1]:.2f} | | |"]) + "\n"


def mean_ratio(results, mode):
    """The geometric mean against Halide, without variants."""
    ratios = [times[mode] / times["Halide"] for application, times in results if not application.variant_of]
    return statistics.geometric_mean(ratios) if ratios else math.nan


def heading(contestants, applications, arguments, results):
    tolerances = "\n".join(f"* {a.name}: {a.tolerance:g}, {a.reason}" for a in applications if a.tolerance)
    figures = ", ".join(f"**{mean_ratio(found, QC):.2f}** ({contest.threads_title(threads)})" for threads, found in results.items())
    return (
        f"# Halide's applications\n\nqc takes {figures} times as long as Halide, in the geometric mean.\n\n"
        "Written by `python3 bench/applications/run.py --halide DIR --write`; do not edit. Ratios of\n"
        "median times: below 1 means faster than Halide.\n"
        f"{arguments.rounds} interleaved rounds of about {ROUND_MILLISECONDS:.0f} ms each, of one repetition (and three rounds at most) for what\n"
        f"takes longer than {SLOW_MILLISECONDS / 1000:.0f} s. The Quasar programs are plain loops without any schedule (`bench/applications/`),\n"
        "written before qc was made faster for them; Halide's are its own generators with the schedules by hand that are\n"
        "published with them, planar images and outputs that are allocated once. Quasar's images have their channels innermost,\n"
        "and each call allocates what it returns. Lines are those of a whole source without blank ones and comments: of a Quasar\n"
        "program with its `main`, of a generator with its schedules, those for GPUs too. Variants do not count in the mean.\n\n"
        f"{contest.paragraphs(contest.LICENCE)}{contest.machine(contestants, arguments)}\n"
        f"Results are compared first, those of integers exactly. Relative tolerances of sums and samples:\n\n{tolerances}\n"
    )


def options():
    parser = contest.page_parser(__doc__, "performance-applications", "small images", "applications", threads=True)
    parser.add_argument("--halide", type=Path, required=True, help="a checkout of Halide's repository")
    return parser.parse_args()


def main():
    arguments = options()
    arguments.halide = arguments.halide.resolve()
    contest.find_qc(arguments)
    wanted = arguments.only.split(",") if arguments.only else [a.name for a in APPLICATIONS]
    applications = [a for a in APPLICATIONS if a.name in wanted]
    contestants = build(applications, arguments)
    results, tables = {}, ""
    for threads in map(int, arguments.threads.split(",")):
        found = results[threads] = []
        for application in applications:
            sizes = application.quick if arguments.quick else application.sizes
            found.append((application, measure(contestants, application, sizes, threads, arguments.rounds)))
            print(row(*found[-1], arguments.halide), file=sys.stderr, flush=True)
        tables += "\n" + table(found, threads, arguments.halide)
        print(table(found, threads, arguments.halide), flush=True)
    if arguments.write and not arguments.quick and not arguments.only:
        PAGE.write_text(heading(contestants, applications, arguments, results) + tables)


if __name__ == "__main__":
    main()
