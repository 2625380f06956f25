"""What all benchmarks share: contestants, runs in turns, comparison of results, tables.

A contestant runs one kernel and prints the time of each repetition (`times: [...]`, milliseconds) and a few numbers of each result
(`check: ...`). Results are compared first, with those of the first contestant. Then all take turns, several rounds, so that a change of the machine's speed
hits all of them; of the repetitions of all rounds the median counts, the first of each run excepted, which warms caches, pages and threads.
"""
import argparse
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import statistics
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
BUILD = ROOT / "target" / "bench"
ROUNDS = 5
ROUND_MILLISECONDS = 300.0
THREADS = ("QC_NUM_THREADS", "OMP_NUM_THREADS", "HL_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
# Peers keep freed memory instead of paying for its pages again, and their threads wait for work as long as their makers chose.
MEMORY = {"MALLOC_TRIM_THRESHOLD_": "4294967296", "MALLOC_MMAP_THRESHOLD_": "4294967296"}
PEER = {**MEMORY, "KMP_BLOCKTIME": "200", "NUMBA_CACHE_DIR": str(BUILD / "numba"), "PYTHONDONTWRITEBYTECODE": "1"}
OURS = {"QC_DEVICE": "cpu"}
QC, STRICT = "qc", "qc --fp=strict"
NOT_THERE = "not expressible"  # on standard error: the tool does not have this kernel
LICENCE = (
    "Without an option (`--fp=fast`) qc may contract a product and a sum to one instruction, and it adds sums in vectors and in several parts, in "
    "an order that is not that of the text. With `--fp=strict` nothing is contracted, and sums have one order on every machine; elementary functions "
    "are good to 2 units in the last place in both modes ([accuracy.md](accuracy.md))."
)


@dataclass
class Contestant:
    """A tool: how to run one kernel, and the column in which its times stand."""

    name: str
    command: callable  # the words of the command for a kernel
    version: str = ""
    environment: dict = field(default_factory=lambda: dict(PEER))
    column: str = ""  # of several in one column the fastest counts

    def __post_init__(self):
        self.column = self.column or self.name

    @property
    def is_ours(self):
        return self.environment is OURS


@dataclass
class Result:
    """What one run printed: milliseconds of each repetition, sums and samples of each result."""

    times: list = field(default_factory=list)
    check: list = field(default_factory=list)


def parse(text):
    result = Result()
    for line in text.splitlines():
        if line.startswith("times:"):
            result.times = [float(word) for word in line[6:].strip(" []").split(",")]
        elif line.startswith("check:"):
            result.check += [float(word) for word in line[6:].split()]
    return result


def run(contestant, kernel, words, threads):
    """One run; None when the tool does not have the kernel."""
    environment = {**os.environ, **contestant.environment, **{name: str(threads) for name in THREADS}}
    command = [str(word) for word in (*contestant.command(kernel), *words)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        if NOT_THERE in done.stderr:
            return None
        sys.exit(f"{contestant.name}, {kernel}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return parse(done.stdout)


def near(tolerance):
    """Numbers are alike up to a relative tolerance; the answer to `agree` of a contest."""

    def agree(contestant, kernel, right, other):
        return len(right) == len(other) > 0 and all(abs(x - y) <= tolerance * max(abs(x), abs(y), 1e-3) for x, y in zip(right, other))

    return agree


@dataclass
class Contest:
    """Contestants that take turns. The first one's results are the right ones: who differs is left out, and a qc that differs ends everything."""

    contestants: list
    agree: callable  # of contestant, kernel, right and other numbers
    rounds: int = ROUNDS
    milliseconds: float = ROUND_MILLISECONDS  # of a round
    words: callable = lambda kernel, size, repetitions: [*size, repetitions]  # behind the command
    sample: callable = None  # milliseconds of one round; what the contestant prints without it
    least: int = 3  # repetitions
    most: int = 900
    left_out: dict = field(default_factory=dict)  # why, by kernel and contestant

    def run(self, contestant, kernel, size, repetitions, threads):
        return run(contestant, kernel, self.words(kernel, size, repetitions), threads)

    def compare(self, kernel, size, threads):
        """A short run of each; gives those that have the kernel and the right result, with their repetitions of a round."""
        able, right = [], None
        for contestant in self.contestants:
            result = self.run(contestant, kernel, size, self.least, threads)
            if result is None:
                continue
            right = right or result
            if not self.agree(contestant, kernel, right.check, result.check):
                said = f"{contestant.name} computes {result.check}, {able[0][0].name} {right.check}"
                if contestant.is_ours:
                    sys.exit(f"{kernel} {size}: {said}")
                print(f"left out, {kernel} {size}: {said}", file=sys.stderr)
                self.left_out[kernel, contestant.name] = said
                continue
            repetitions = int(self.milliseconds / max(min(result.times), 1e-3))
            able.append((contestant, min(max(repetitions, self.least), self.most)))
        return able

    def measure(self, kernel, size, threads):
        """Median milliseconds of each column."""
        able = self.compare(kernel, size, threads)
        times = {contestant.name: [] for contestant, _ in able}
        sample = self.sample or self.clock
        for _ in range(self.rounds):
            for contestant, repetitions in able:
                times[contestant.name] += sample(contestant, kernel, size, repetitions, threads)
        columns = {}
        for contestant, _ in able:
            median = statistics.median(times[contestant.name])
            columns[contestant.column] = min(median, columns.get(contestant.column, median))
        return columns

    def clock(self, contestant, kernel, size, repetitions, threads):
        """What the program measures."""
        return self.run(contestant, kernel, size, repetitions, threads).times[1:]


def tell_left_out(left_out):
    """The peers that a contest left out, for the end of a page."""
    if not left_out:
        return ""
    lines = [f"* {kernel}: {said}" for (kernel, _), said in left_out.items()]
    return "\n### Left out\n\nPeers with another result than the first one have no ratio there.\n\n" + "\n".join(lines) + "\n"


# Ratios and tables


def best(times, columns):
    """The fastest of some columns and its time; None where none has the kernel."""
    return min(((times[name], name) for name in columns if name in times), default=None)


def ratio(times, columns, ours=QC):
    """qc relative to the fastest of some columns; None where there is none."""
    found = best(times, columns)
    return times[ours] / found[0] if found and ours in times else None


def written(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def mean(values):
    """The geometric mean of those that are there, with their number."""
    values = [value for value in values if value is not None]
    return f"{statistics.geometric_mean(values):.2f} ({len(values)})" if values else ""


def comparison(results, peers, titles, first="kernel", spread=None):
    """A row for each kernel: the best peer, qc in both modes relative to it, qc relative to each peer, the spread of spellings."""
    head = [first, "best peer", "its ms", "**qc / best**", "strict / best", *(f"qc / {name}" for name in peers)]
    if spread is not None:
        head.append("spellings")
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for kernel, times in results.items():
        found = best(times, peers)
        cells = [titles[kernel], found[1] if found else "", written(found and found[0], 3)]
        cells += [written(ratio(times, peers)), written(ratio(times, peers, STRICT)), *(written(ratio(times, [name])) for name in peers)]
        if spread is not None:
            cells.append(written(spread.get(kernel)))
        lines.append("| " + " | ".join(cells) + " |")
    every = results.values()
    cells = ["geometric mean (of how many)", "", "", f"**{mean(ratio(times, peers) for times in every)}**"]
    cells += [mean(ratio(times, peers, STRICT) for times in every), *(mean(ratio(times, [name]) for times in every) for name in peers)]
    if spread is not None:
        cells.append(mean(spread.values()))
    return "\n".join([*lines, "| " + " | ".join(cells) + " |"]) + "\n"


def headline(tables, peers):
    """The first figure of a page: the geometric mean against the best peer of each kernel, for each table."""
    figures = []
    for name, results in tables.items():
        values = [value for times in results.values() if (value := ratio(times, peers)) is not None]
        slower = sum(value > 1.1 for value in values)
        if values:
            figures.append(f"**{statistics.geometric_mean(values):.2f}** ({name}; above 1.1 in {slower} of {len(values)})")
    return "qc takes " + ", ".join(figures) + " times as long as the best peer of each kernel, in the geometric mean.\n"


def paragraphs(*texts):
    """Paragraphs of a page, in lines of at most 150 characters, with an empty line behind each."""
    return "".join(textwrap.fill(text, 150, break_long_words=False, break_on_hyphens=False) + "\n\n" for text in texts)


def threads_title(threads):
    return f"{threads} thread{'s' if threads > 1 else ''}"


# The machine and the build


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def commit():
    """The commit of this checkout, and whether files differ from it that are no documentation."""
    done = subprocess.run(["git", "log", "-1", "--format=%h %cs"], cwd=ROOT, capture_output=True, text=True)
    changed = subprocess.run(["git", "status", "--porcelain", "--untracked-files=no", "--", ":!docs"], cwd=ROOT, capture_output=True, text=True)
    return (done.stdout.strip() or "unknown") + (", changed" if changed.stdout.strip() else "")


def first_line(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return (done.stdout.splitlines() or [""])[0].strip()


def machine(contestants, arguments):
    """The processor, the build and the tools, as the head of a page has them."""
    versions = {}
    for contestant in contestants:
        versions.setdefault(contestant.column, contestant.version)
    given = " The compiler was given by --qc." if arguments.qc_was_given else ""
    return (
        f"Processor: {processor()}, {os.cpu_count()} logical cores. Commit {commit()}. Load of the machine at the end: {os.getloadavg()[0]:.1f}.{given}\n\n"
        + "".join(f"* {name}: {version}\n" for name, version in versions.items())
        + (f"\n{arguments.note}\n" if getattr(arguments, "note", None) else "")
    )


# Options that the scripts share


def page_parser(description, page, quick, parts=None, threads=False):
    """The options of a script that writes a page: what `--quick` takes, what `--only` lists, if parts can be chosen, and whether numbers of
    threads can."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{quick}; no file is written")
    if parts:
        parser.add_argument("--only", help=f"comma-separated {parts}; no file is written")
    if threads:
        parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads (1,2)")
    parser.add_argument("--write", action="store_true", help=f"write docs/{page}.md")
    add_options(parser)
    return parser


def add_options(parser, rounds=ROUNDS):
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"rounds in which the contestants take turns ({rounds})")


def find_qc(arguments):
    """The compiler as an absolute path; a release is built where none is given."""
    arguments.qc_was_given = arguments.qc is not None
    if arguments.qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
        arguments.qc = ROOT / "target/release/qc"
    arguments.qc = arguments.qc.resolve()
    return arguments.qc


# Contestants


def compile_quasar(qc, source, output, *options):
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([str(qc), "-A", "warnings", *options, str(source), "-o", str(output)], check=True)


def quasar(qc, sources, build, *options, name=QC):
    """The Quasar programs of some kernels, compiled with options into a folder of their own."""
    folder = build / ("qc" + "".join(options).replace("=", "-"))
    for kernel, source in sources.items():
        compile_quasar(qc, source, folder / kernel, *options)
    version = " ".join([first_line([qc, "--version"]), *options])
    return Contestant(name, lambda kernel: [folder / kernel], version, OURS)


def both_modes(qc, sources, build):
    """qc as it is by default, and as it is with strict floating point."""
    return [quasar(qc, sources, build), quasar(qc, sources, build, "--fp=strict", name=STRICT)]


def compilers():
    """The columns of C: compiler and flags. Of several versions of clang the newest one that can link OpenMP is taken."""
    gcc = os.environ.get("CC", "gcc")
    common = ["-march=native", "-fopenmp"]
    found = {"gcc -O3": [gcc, "-O3", *common], "gcc fast": [gcc, "-O3", "-ffast-math", *common]}
    if clang := newest_clang():
        fast = ["-O3", "-ffast-math", "-march=native", "-fveclib=libmvec"]  # what -Ofast stands for, which clang 19 deprecates
        found["clang"] = [clang, *fast, "-fopenmp"]
        # Polly finds the parallel loops by itself; pragmas do not count.
        polly = ["-mllvm", "-polly", "-mllvm", "-polly-parallel"]
        if can_compile([clang, *fast, *polly], ["-lgomp"]):
            found["Polly"] = [clang, *fast, *polly]
    return found


def newest_clang():
    names = [f"clang-{version}" for version in range(30, 13, -1)] + ["clang"]
    return next((path for path in map(shutil.which, names) if path and can_compile([path, "-fopenmp"])), None)


def can_compile(command, libraries=(), source="int main(void) { int s = 0;\n#pragma omp parallel for reduction(+ : s)\nfor (int i = 0; i < 9; i++) s += i;\nreturn s; }"):
    words = [*command, "-x", "c", "-", "-o", os.devnull, *libraries]
    return subprocess.run(words, input=source, text=True, capture_output=True).returncode == 0


def compiled(source, build, libraries=(), forms=((),)):
    """A column for each compiler of C, of one source. `forms`: options for forms of the kernels, of which the fastest counts."""
    build.mkdir(parents=True, exist_ok=True)
    made = []
    for column, command in compilers().items():
        output = build / ("c-" + column.replace(" ", ""))
        more = ["-lgomp"] if column == "Polly" else []
        if not compile_c([*command, "-w", str(source), "-o", str(output), *libraries, *more, "-lm"], source, output):
            continue
        version = f"{first_line([command[0], '--version'])}, {' '.join(command[1:])}"
        for form in forms:
            made.append(Contestant(" ".join([column, *form]), FormOfC(output, form), version, column=column))
    return made


def compile_c(command, source, output):
    """Compiles unless the same command has made the file since its sources were changed, for Polly takes minutes; whether it is there."""
    made_by = Path(f"{output}.command")
    sources = [source, *source.parent.glob("*.h")]
    if output.exists() and made_by.exists() and made_by.read_text() == " ".join(command):
        if all(path.stat().st_mtime < output.stat().st_mtime for path in sources):
            return True
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        # Polly does not compile everything; the page then says that the column is not there.
        print(f"{' '.join(command)}\n{done.stderr[-2000:]}", file=sys.stderr)
        return False
    made_by.write_text(" ".join(command))
    return True


@dataclass
class FormOfC:
    """The command of one form of the kernels of C: `PROGRAM [FORM] KERNEL`, with size and repetitions behind."""

    program: Path
    form: tuple

    def __call__(self, kernel):
        return [self.program, *self.form, kernel]


def python_peer(name, package, *words, what="", module=None):
    """A script for this Python with the kernel as its last word, where the package is there: a list of one or none."""
    if importlib.util.find_spec(module or package) is None:
        return []
    words = [sys.executable, *map(str, words)]
    versions = f"{package} {importlib.metadata.version(package)}{what}, NumPy {importlib.metadata.version('numpy')}"
    return [Contestant(name, lambda kernel: [*words, kernel], versions)]


def missing(columns, contestants):
    """A line about columns that stay empty, for the head of a page."""
    absent = [column for column in columns if column not in [contestant.column for contestant in contestants]]
    return f"Not there in this measurement, so their columns are empty: {', '.join(absent)}.\n\n" if absent else ""
