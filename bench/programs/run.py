#!/usr/bin/env python3
"""Measures qc on general array programs against C, numba and libraries.

    python3 bench/programs/run.py                        print a table for one and for two threads
    python3 bench/programs/run.py --write                the same, and write docs/performance-programs.md
    python3 bench/programs/run.py --quick                small sizes, one thread, one round
    python3 bench/programs/run.py --only lu,scan --threads 1 --qc PATH
    python3 bench/programs/run.py --cpu --rounds 1       processor time, one thread: of use on a busy machine

The Quasar programs are frozen (README.md). peers.c and numba_programs.py have the same algorithms, written for speed;
library_programs.py calls the operation of a library where there is one. Results are compared first: each contestant
against gcc's, and a wrong one ends the run. Then the contestants take turns, several rounds, and medians are compared.
"""
import argparse
import importlib.util
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "target" / "bench" / "programs"
PAGE = ROOT / "docs" / "performance-programs.md"
ROUNDS = 5
ROUND_MILLISECONDS = 200.0
TOLERANCE = 2e-3  # of the root mean square of the results: single precision, in another order
MEMORY = ["MALLOC_TRIM_THRESHOLD_=4294967296", "MALLOC_MMAP_THRESHOLD_=4294967296"]  # freed memory is kept, not faulted in again
BY_HAND = ["gcc", "clang", "numba"]
LIBRARIES = ["scipy", "opencv"]


def shared_functions():
    """bench/run.py as a module, which has the name of this one."""
    sys.path.insert(0, str(ROOT / "bench"))
    spec = importlib.util.spec_from_file_location("bench_run", ROOT / "bench" / "run.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_run"] = module
    spec.loader.exec_module(module)
    return module


bench = shared_functions()

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
    return [compiled("gcc", os.environ.get("CC", "gcc")), quasar(arguments), *clang(), *python_peers()]


def compiled(name, compiler, *more):
    output = BUILD / f"peers-{name}"
    flags = ["-Ofast", "-march=native", "-fopenmp", *more]
    fftw = ["-DWITH_FFTW", "-lfftw3f_omp", "-lfftw3f"] if has_fftw(compiler) else []
    subprocess.run([compiler, *flags, "-w", str(HERE / "peers.c"), "-o", str(output), *fftw, "-lm"], check=True)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    version = f"{version}, {' '.join(flags)}" + ("" if fftw else "; no FFTW, so no FFT filter")
    return peer(name, [str(output)], "OMP_NUM_THREADS", version)


def has_fftw(compiler):
    source = "#include <fftw3.h>\nint main(void) { return fftwf_init_threads(); }"
    command = [compiler, "-x", "c", "-", "-o", os.devnull, "-lfftw3f_omp", "-lfftw3f", "-fopenmp", "-lm"]
    return subprocess.run(command, input=source, text=True, capture_output=True).returncode == 0


def clang():
    """clang where it is installed with its OpenMP runtime (libomp-dev)."""
    compiler = next((path for path in map(shutil.which, ("clang-19", "clang")) if path), None)
    return [compiled("clang", compiler, "-fveclib=libmvec")] if compiler else []


def peer(name, command, variable, version):
    """A contestant that keeps its memory, and whose threads wait as long as its makers chose."""
    command = ["env", "KMP_BLOCKTIME=200", f"NUMBA_CACHE_DIR={BUILD}", *MEMORY, *command]
    return bench.Contestant(name, lambda program: [*command, program], variable, version)


def quasar(arguments):
    for program in arguments.programs:
        command = [str(arguments.qc), "-A", "warnings", str(HERE / f"{program}.q"), "-o", str(BUILD / program)]
        subprocess.run(command, check=True)
    version = subprocess.run([str(arguments.qc), "--version"], capture_output=True, text=True).stdout.strip()
    return bench.Contestant("qc", lambda program: [str(BUILD / program)], "QC_NUM_THREADS", version)


def python_peers():
    found = []
    scripts = {
        "numba": ("numba", [str(HERE / "numba_programs.py")], "NUMBA_NUM_THREADS"),
        "scipy": ("scipy", [str(HERE / "library_programs.py"), "scipy"], "OMP_NUM_THREADS"),
        "opencv": ("cv2", [str(HERE / "library_programs.py"), "opencv"], "OMP_NUM_THREADS"),
    }
    for name, (module, command, variable) in scripts.items():
        ask = f"import {module}, numpy; print({module}.__version__ + ', NumPy ' + numpy.__version__)"
        done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
        if done.returncode == 0:
            found.append(peer(name, [sys.executable, *command], variable, done.stdout.strip()))
    return found


def run(contestant, program, sizes, repetitions, threads):
    """One run; None when the tool does not have the program. The first sizes are part of the command."""
    words = [*contestant.command(program), *map(str, sizes[:-1])]
    first = bench.Contestant(contestant.name, lambda _: words, contestant.threads_variable)
    return bench.run(first, program, sizes[-1], repetitions, threads)


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


def compare_results(contestants, program, sizes, threads):
    """A short run of each; gives those that have the program, with their repetitions per round."""
    able, right = [], None
    for contestant in contestants:
        result = run(contestant, program, sizes, 3, threads)
        if result is None:
            continue
        right = right or result
        if deviation(right.check, result.check) > tolerance_of(contestant.name, program):
            sys.exit(f"{program} {sizes}: {contestant.name} computes {result.check}, {able[0][0].name} {right.check}")
        repetitions = int(ROUND_MILLISECONDS / max(min(result.times), 1e-3))
        able.append((contestant, min(max(repetitions, 3), 400)))
    return able


def measure(contestants, program, sizes, threads, arguments):
    """Milliseconds of each contestant, taken in turns."""
    able = compare_results(contestants, program, sizes, threads)
    once = processor_times if arguments.cpu else clock_times
    times = {contestant.name: [] for contestant, _ in able}
    for _ in range(arguments.rounds):
        for contestant, repetitions in able:
            times[contestant.name] += once(contestant, program, sizes, repetitions, threads)
    return {name: statistics.median(values) for name, values in times.items()}


def clock_times(contestant, program, sizes, repetitions, threads):
    """What the program measures; the first repetition warms caches, pages and threads."""
    return run(contestant, program, sizes, repetitions, threads).times[1:]


def processor_times(contestant, program, sizes, repetitions, threads):
    """The time that the kernel counts for a repetition, with the reset before it: of a long run, less a short one."""
    used = []
    for count in (2, 2 + 2 * repetitions):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(contestant, program, sizes, count, threads)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return [max(1e3 * (used[1] - used[0]) / (2 * repetitions), 1e-3)]


def ratio(times, names):
    """qc relative to the fastest of some contestants; None when there is none."""
    found = [times[name] for name in names if name in times]
    return times["qc"] / min(found) if found else None


def written(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def row(program, times):
    cells = [written(times.get(name)) for name in ["qc", *BY_HAND, *LIBRARIES]]
    by_hand, any_of_all = ratio(times, BY_HAND), ratio(times, BY_HAND + LIBRARIES)
    return f"| {PROGRAMS[program][0]} | " + " | ".join([*cells, written(by_hand), written(any_of_all)]) + " |"


def means(results):
    """Geometric means of qc relative to the best, and to each of the others where it has the program."""
    choices = {"the best by hand": BY_HAND, "the best of all": BY_HAND + LIBRARIES}
    choices |= {name: [name] for name in BY_HAND + LIBRARIES}
    parts = []
    for what, names in choices.items():
        values = [value for times in results.values() if (value := ratio(times, names)) is not None]
        if values:
            parts.append(f"{what} {statistics.geometric_mean(values):.2f} ({len(values)} programs)")
    return "Geometric means of qc relative to " + ", ".join(parts) + ".\n"


def table(arguments, contestants, threads):
    lines = [
        f"### {threads} thread{'s' if threads > 1 else ''}", "",
        "| program, times in ms | qc | " + " | ".join(BY_HAND + LIBRARIES) + " | qc / best by hand | qc / best of all |",
        "|---" * (4 + len(BY_HAND + LIBRARIES)) + "|",
    ]
    print("\n".join(lines))
    results = {}
    for program in arguments.programs:
        sizes = PROGRAMS[program][2 if arguments.quick else 1]
        results[program] = measure(contestants, program, sizes, threads, arguments)
        lines.append(row(program, results[program]))
        print(lines[-1], flush=True)
    lines += ["", means(results)]
    print("\n" + lines[-1], flush=True)
    return "\n".join(lines)


def heading(arguments, contestants):
    missing = [name for name in BY_HAND + LIBRARIES if name not in [contestant.name for contestant in contestants]]
    tools = "\n".join(f"* {contestant.name}: {contestant.version}" for contestant in contestants)
    sizes = "; ".join(f"{PROGRAMS[name][0]} {' × '.join(map(str, PROGRAMS[name][1]))}" for name in arguments.programs)
    exceptions = "; ".join(f"{program} of {who} {limit:g}: {why}" for (who, program), (limit, why) in WIDER.items())
    return (
        "# General array programs\n\nWritten by `python3 bench/programs/run.py --write`; do not edit. The Quasar programs are plain loops and\n"
        "array expressions, frozen before the compiler was optimised for them (`bench/programs/README.md`). gcc, clang and numba have\n"
        "the same algorithms, written for speed by hand; scipy (with NumPy) and opencv are calls where the library has the operation,\n"
        "sometimes with another algorithm (connected components, k-means, LU with pivots), hence two columns of ratios.\n"
        f"Single precision. Medians of {arguments.rounds} interleaved rounds of about {ROUND_MILLISECONDS:.0f} ms each. Results\n"
        f"compared first, each with gcc's, within {TOLERANCE:g}\n"
        f"of the root mean square of the results ({exceptions}).\nPeers keep freed memory ({', '.join(MEMORY)}) and allocate\n"
        "before the clock starts where they can.\n\n"
        + (f"Not there in this measurement, so their columns are empty: {', '.join(missing)}.\n\n" if missing else "")
        + f"Sizes: {sizes}.\n\nProcessor: {bench.processor()}, {os.cpu_count()} logical cores.\n\n{tools}\n"
        + (f"\n{arguments.note}\n" if arguments.note else "")
    )


def arguments_of_command():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    parser.add_argument("--only", help="comma-separated programs; no file is written")
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads (1,2)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds in which the contestants take turns ({ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="small sizes, one thread, one round; no file is written")
    parser.add_argument("--cpu", action="store_true", help="processor time, where others use the machine: one thread; no file is written")
    parser.add_argument("--note", help="what the reader of the page must know about this measurement")
    parser.add_argument("--write", action="store_true", help="write docs/performance-programs.md")
    arguments = parser.parse_args()
    arguments.programs = arguments.only.split(",") if arguments.only else list(PROGRAMS)
    if unknown := [name for name in arguments.programs if name not in PROGRAMS]:
        parser.error(f"no such program: {', '.join(unknown)}")
    if arguments.quick or arguments.cpu:
        arguments.threads = "1"
    if arguments.quick:
        arguments.rounds = 1
    arguments.qc = arguments.qc.resolve() if arguments.qc else release_build()
    return arguments


def release_build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
    return ROOT / "target/release/qc"


def main():
    arguments = arguments_of_command()
    contestants = build(arguments)
    text = heading(arguments, contestants)
    for threads in map(int, arguments.threads.split(",")):
        text += "\n" + table(arguments, contestants, threads)
    if arguments.write and not (arguments.only or arguments.quick or arguments.cpu):
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
