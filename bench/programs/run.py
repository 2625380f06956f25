#!/usr/bin/env python3
"""Measures qc on general array programs against C, numba and libraries.

    python3 bench/programs/run.py                        print a table for one and for two threads
    python3 bench/programs/run.py --write                the same, and write docs/performance-programs.md
    python3 bench/programs/run.py --quick                small sizes, one thread, one round
    python3 bench/programs/run.py --only lu,scan --threads 1 --qc PATH
    python3 bench/programs/run.py --cpu --rounds 1       processor time, one thread: of use on a busy machine

The Quasar programs are frozen (README.md). peers.c and numba_programs.py have the same algorithms, written for speed;
library_programs.py calls the operation of a library where there is one. Results are compared first: each contestant
against gcc's; a peer with a wrong one is left out, and the page says so. Then the contestants take turns, several rounds, and medians are compared.
"""
import math
import resource
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import contest  # noqa: E402  bench/contest.py
from contest import QC, STRICT, Contest, Contestant, ratio, written  # noqa: E402

BUILD = contest.BUILD / "programs"
PAGE = contest.ROOT / "docs" / "performance-programs.md"
ROUND_MILLISECONDS = 200.0
TOLERANCE = 2e-3  # of the root mean square of the results: single precision, in another order
BY_HAND = ["gcc", "clang", "numba"]
LIBRARIES = ["scipy", "opencv"]
PEERS = BY_HAND + LIBRARIES

# What is computed, sizes, sizes of --quick.
PROGRAMS = {
    "mandelbrot": ("Mandelbrot", [1024, 256], [256, 64]),
    "matrix_chain": ("matrix chain", [768], [200]),
    "backprop": ("back-propagation", [262144, 16], [20000, 16]),
    "canny": ("Canny", [1024], [256]),
    "hotspot": ("hotspot", [1024, 20], [256, 6]),
    "pathfinder": ("pathfinder", [200, 100000], [50, 9000]),
    "remap": ("remap", [1024], [256]),
    "nbody": ("N-body", [4096], [700]),
    "jacobi3d": ("Jacobi 3-D", [160, 10], [50, 5]),
    "black_scholes": ("Black-Scholes", [1000000], [50000]),
    "histogram": ("histogram", [8000000, 256], [300000, 256]),
    "lu": ("LU", [768], [150]),
    "floyd_warshall": ("Floyd-Warshall", [640], [150]),
    "statistics": ("sum, min, max, variance", [8000000], [300000]),
    "components": ("connected components", [768], [256]),
    "conjugate_gradients": ("conjugate gradients, CSR", [512, 20], [100, 10]),
    "particle_filter": ("particle filter", [100000, 10], [9000, 5]),
    "life": ("game of life, bytes", [1024, 20], [256, 6]),
    "needleman_wunsch": ("Needleman-Wunsch", [2048], [300]),
    "fft_filter": ("FFT filter", [1024], [256]),
    "local_contrast": ("local contrast, integral images", [1024, 15], [256, 7]),
    "srad": ("SRAD", [1024, 10], [256, 4]),
    "lattice_boltzmann": ("lattice Boltzmann D2Q9", [512, 10], [100, 4]),
    "scan": ("scan", [8000000], [300000]),
    "odd_even_sort": ("odd-even sort", [8192], [1000]),
    "kmeans": ("k-means", [100000, 8, 16, 5], [5000, 8, 16, 3]),
    "sparse_product": ("sparse product, CSR", [131072, 64], [10000, 40]),
    "median3x3": ("median of 3×3", [1024], [256]),
    "box_blur": ("box blur by a table of sums", [2048, 10], [300, 5]),
    "colour_threshold": ("colour threshold, bytes", [2048, 2048], [300, 300]),
    "similarity": ("structural similarity", [1024], [256]),
    "resize": ("resizing, cubic", [1024, 1500], [256, 375]),
    "hough": ("Hough transform", [768, 180], [200, 90]),
    "nearest": ("nearest points", [2000, 10000, 16], [200, 1000, 16]),
    "filter_bank": ("bank of filters", [1000000, 8, 32], [50000, 8, 32]),
    "mri_q": ("MRI-Q", [8192, 1024], [1000, 300]),
    "multigrid": ("multigrid V-cycles", [64, 4], [32, 2]),
    "block_matching": ("block matching, bytes", [1024, 7], [256, 7]),
    "binomial_options": ("American options, binomial tree", [512, 512], [100, 200]),
    "fluid": ("stable fluid", [256, 4, 20], [64, 4, 20]),
}

# Where a contestant computes something a little different, and how far it may be off.
WIDER = {
    ("all", "local_contrast"): (0.02, "differences of great sums in single precision"),
    ("opencv", "canny"): (0.02, "OpenCV decides ties between neighbours across a slanted edge otherwise"),
    ("opencv", "colour_threshold"): (0.02, "OpenCV rounds luma and chroma to bytes before they are compared"),
    ("opencv", "remap"): (0.02, "OpenCV rounds places to 1/32 pixel"),
}


def build(arguments):
    """Compiles everything; gives the contestants that are there, gcc first."""
    BUILD.mkdir(parents=True, exist_ok=True)
    sources = {program: HERE / f"{program}.q" for program in arguments.programs}
    return [*compiled(), *python_peers(), *contest.both_modes(arguments.qc, sources, BUILD)]


def compiled():
    """peers.c by gcc, and by clang where it is installed with its OpenMP runtime; both with fast floating point."""
    found, columns = [], {"gcc fast": "gcc", "clang": "clang"}
    for column, command in contest.compilers().items():
        if column not in columns:
            continue
        output = BUILD / f"peers-{columns[column]}"
        fftw = ["-DWITH_FFTW", "-lfftw3f_omp", "-lfftw3f"] if has_fftw(command[0]) else []
        if contest.compile_c([*command, "-w", str(HERE / "peers.c"), "-o", str(output), *fftw, "-lm"], HERE / "peers.c", output):
            version = f"{contest.first_line([command[0], '--version'])}, {' '.join(command[1:])}" + ("" if fftw else "; no FFTW, so no FFT filter")
            found.append(Contestant(columns[column], lambda program, output=output: [output, program], version))
    return found


def has_fftw(compiler):
    source = "#include <fftw3.h>\nint main(void) { return fftwf_init_threads(); }"
    return contest.can_compile([compiler, "-fopenmp"], ["-lfftw3f_omp", "-lfftw3f", "-lm"], source)


def python_peers():
    numba = contest.python_peer("numba", "numba", HERE / "numba_programs.py", what=", fastmath")
    scipy = contest.python_peer("scipy", "scipy", HERE / "library_programs.py", "scipy")
    opencv = contest.python_peer("opencv", "opencv-python-headless", HERE / "library_programs.py", "opencv", module="cv2")
    return [*numba, *scipy, *opencv]


def deviation(right, other):
    """The greatest difference of two results, relative to the root mean square of the elements."""
    if len(right) != len(other) or len(right) < 7:
        return math.inf
    count, squares = right[0], right[3]
    scale = math.sqrt(squares / count) or 1.0
    scales = [0, count * scale, 4 * count * scale, squares, *(max(abs(value), scale) for value in right[4:])]
    differences = [abs(a - b) for a, b in zip(right, other)]
    if differences[0] != 0 or not all(map(math.isfinite, differences)):
        return math.inf
    return max(d / s for d, s in zip(differences[1:], scales[1:]))


def tolerance_of(name, program):
    return max(WIDER.get((who, program), (TOLERANCE, ""))[0] for who in (name, "all"))


def agree(contestant, program, right, other):
    name = QC if contestant.is_ours else contestant.name
    return deviation(right, other) <= tolerance_of(name, program)


def processor_times(contestant, program, sizes, repetitions, threads):
    """The time that the kernel counts for a repetition, with the reset before it: of a long run, less a short one."""
    used = []
    for count in (2, 2 + 2 * repetitions):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        contest.run(contestant, program, [*sizes, count], threads)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return [max(1e3 * (used[1] - used[0]) / (2 * repetitions), 1e-3)]


def row(program, times):
    cells = [written(times.get(name)) for name in [QC, STRICT, *PEERS]]
    ratios = [ratio(times, BY_HAND), ratio(times, PEERS), ratio(times, PEERS, STRICT)]
    return f"| {PROGRAMS[program][0]} | " + " | ".join([*cells, *map(written, ratios)]) + " |"


def means(results):
    """Geometric means of qc relative to the best, and to each of the others where it has the program."""
    choices = {"the best by hand": BY_HAND, "the best of all": PEERS} | {name: [name] for name in PEERS}
    parts = []
    for what, names in choices.items():
        values = [value for times in results.values() if (value := ratio(times, names)) is not None]
        if values:
            parts.append(f"{what} {statistics.geometric_mean(values):.2f} ({len(values)} programs)")
    return "Geometric means of qc relative to " + ", ".join(parts) + ".\n"


def table(arguments, race, threads):
    """The table, and the times that stand in it."""
    head = ["program, times in ms", QC, STRICT, *PEERS, "qc / best by hand", "**qc / best of all**", "strict / best of all"]
    lines = [f"### {contest.threads_title(threads)}", "", "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    print("\n".join(lines))
    results = {}
    for program in arguments.programs:
        sizes = PROGRAMS[program][2 if arguments.quick else 1]
        results[program] = race.measure(program, sizes, threads)
        lines.append(row(program, results[program]))
        print(lines[-1], flush=True)
    lines += ["", means(results)]
    print("\n" + lines[-1], flush=True)
    return "\n".join(lines), results


def heading(arguments, contestants, results):
    sizes = "; ".join(f"{PROGRAMS[name][0]} {' × '.join(map(str, PROGRAMS[name][1]))}" for name in arguments.programs)
    exceptions = "; ".join(f"{program} of {who} {limit:g}: {why}" for (who, program), (limit, why) in WIDER.items())
    memory = ", ".join(f"{name}={value}" for name, value in contest.MEMORY.items())
    return (
        "# General array programs\n\n" + contest.headline({contest.threads_title(threads): found for threads, found in results.items()}, PEERS) + "\n"
        "Written by `python3 bench/programs/run.py --write`; do not edit. The Quasar programs are plain loops and\n"
        "array expressions, frozen before the compiler was optimised for them (`bench/programs/README.md`). gcc, clang and numba have\n"
        "the same algorithms, written for speed by hand, with fast floating point; scipy (with NumPy) and opencv are calls where the library has the operation,\n"
        "sometimes with another algorithm (connected components, k-means, LU with pivots), hence two columns of ratios.\n"
        f"Single precision. Medians of {arguments.rounds} interleaved rounds of about {ROUND_MILLISECONDS:.0f} ms each. Results\n"
        f"compared first, each with gcc's, within {TOLERANCE:g}\n"
        f"of the root mean square of the results ({exceptions}).\nPeers keep freed memory ({memory}) and allocate\n"
        f"before the clock starts where they can.\n\n{contest.paragraphs(contest.LICENCE)}"
        + contest.missing(PEERS, contestants) + f"Sizes: {sizes}.\n\n" + contest.machine(contestants, arguments)
    )


def arguments_of_command():
    parser = contest.page_parser(__doc__, "performance-programs", "small sizes, one thread, one round", "programs", threads=True)
    parser.add_argument("--cpu", action="store_true", help="processor time, where others use the machine: one thread; no file is written")
    parser.add_argument("--note", help="what the reader of the page must know about this measurement")
    arguments = parser.parse_args()
    arguments.programs = arguments.only.split(",") if arguments.only else list(PROGRAMS)
    if unknown := [name for name in arguments.programs if name not in PROGRAMS]:
        parser.error(f"no such program: {', '.join(unknown)}")
    if arguments.quick or arguments.cpu:
        arguments.threads = "1"
    if arguments.quick:
        arguments.rounds = 1
    contest.find_qc(arguments)
    return arguments


def main():
    arguments = arguments_of_command()
    contestants = build(arguments)
    sample = processor_times if arguments.cpu else None
    race = Contest(contestants, agree, arguments.rounds, ROUND_MILLISECONDS, sample=sample, most=400)
    tables, results = "", {}
    for threads in map(int, arguments.threads.split(",")):
        text, results[threads] = table(arguments, race, threads)
        tables += "\n" + text
    text = heading(arguments, contestants, results) + tables + contest.tell_left_out(race.left_out)
    if arguments.write and not (arguments.only or arguments.quick or arguments.cpu):
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
