#!/usr/bin/env python3
"""Measures the waits of daily work: compiling a program, starting it, launching a kernel.

    python3 bench/latency.py              build qc in release, measure, compare with the bounds
    python3 bench/latency.py --qc PATH    another compiler

The first two are times of whole processes, from spawning to the end; their runs are interleaved. The third is taken by a
program around 2000 launches of a kernel that stores one number, on two threads; a median over its batches.
Compiling is counted in instructions, too, where valgrind is installed, since those do not depend on what else the machine does.
tcc, gcc and Zig compile a line of output in their languages beside it, as far as they are there.
Where QC_TEST_NVRTC names a libnvrtc.so, a program with ten kernels is started on the emulated GPU too, with an empty
cache of kernels and with a full one. The emulated driver tells how long the program waited for it (QC_EMU_TIMES), and that
is taken off: what is left is NVRTC and the runtime, which are the same with a GPU.
Ends with 1 when a median lies above its bound.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "target" / "bench"
PIPELINE = ROOT / "bench/quasar/pipeline.q"
HELLO = 'print "hello"\n'
RUNS = 40
LAUNCH = ROOT / "bench/quasar/launch.q"
BOUNDS = {"compile, ms": 100.0, "compile a line, ms": 20.0, "start, ms": 5.0, "launch, µs": 1.5}
# Programs whose executables are told by their bytes.
LOOP = "function [] = main(n : int = 64)\nx = zeros(n, n)\nfor i = 0..n-1\nfor j = 0..n-1\nx[i,j] = i*j\nend\nend\nprint sum(x)\nend\n"
SIZES = {
    "a line of output": HELLO,
    "a loop, with its text for GPUs": LOOP,
    "`fft2`": "print sum(abs(fft2(ones(8, 8))))\n",
    "`imread`, `imwrite`": 'imwrite("b.png", imread("a.png")/2)\n',
    "`imshow`": "imshow(ones(8, 8))\n",
    "samples/denoise.q": ROOT / "samples/denoise.q",
}
PEER_RUNS = 10
GPU_RUNS = 10
GPU_BOUNDS = {"start with ten kernels, no cache, ms": 400.0, "start with ten kernels, from the cache, ms": 30.0}
TEN_KERNELS = "function [] = main(n : int = 1000)\nx = zeros(n)\n" + "".join(
    f"parallel_do(n, __kernel__ (pos : int) -> x[pos] = {body})\n"
    for body in (
        "pos + 1", "x[pos]*2", "sqrt(x[pos])", "exp(-x[pos])", "log(x[pos])",
        "abs(x[pos]) + 0.5", "max(x[pos], 3)", "min(x[pos], 40)", "floor(x[pos])", "x[pos]/4",
    )
) + "print x[0]\nend\n"


def milliseconds(command, environment=None):
    """Wall time of one run, in an empty environment if none is given; a failing command ends the measurement."""
    start = time.perf_counter()
    # vfork and no pipes: what is measured is the program, not Python.
    identity = os.posix_spawn(command[0], command, environment or {}, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status = os.waitpid(identity, 0)
    elapsed = 1e3 * (time.perf_counter() - start)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return elapsed


def build(qc):
    if qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
        qc = ROOT / "target/release/qc"
    return str(Path(qc).resolve())


def launches(qc):
    """Microseconds of a launch, one number for each batch."""
    program = str(BUILD / "launch")
    subprocess.run([qc, str(LAUNCH), "-o", program], check=True)
    output = subprocess.run([program], env={"QC_NUM_THREADS": "2"}, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in output.split("times: ")[1].strip().strip("[]").split(",")]


def without_the_driver(program, environment):
    """Milliseconds of one run, less those in which it waited for the emulated driver."""
    times = BUILD / "times"
    times.unlink(missing_ok=True)
    start = time.perf_counter()
    subprocess.run([program], env={**environment, "QC_EMU_TIMES": str(times)}, check=True, stdout=subprocess.DEVNULL)
    elapsed = 1e3 * (time.perf_counter() - start)
    return elapsed - sum(float(line.split()[1]) for line in times.read_text().splitlines()) / 1e3


def gpu_starts(qc, emulator=None):
    """The times of starts on the emulated GPU; none without NVRTC."""
    nvrtc = os.environ.get("QC_TEST_NVRTC", "").split(":")[0]
    if not nvrtc:
        return None
    if emulator is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "quasar-emulator"], cwd=ROOT, check=True)
        emulator = ROOT / "target/release/libquasar_emulator.so"
    source, program, cache = BUILD / "ten.q", str(BUILD / "ten"), BUILD / "kernels"
    source.write_text(TEN_KERNELS)
    subprocess.run([qc, str(source), "-o", program], check=True)
    environment = {
        "QC_DEVICE": "emu", "QC_CACHE_DIR": str(cache), "QC_CUDA_LIB_DIR": str(Path(nvrtc).parent), "QC_EMU_LIBRARY": str(emulator)
    }
    times = {name: [] for name in GPU_BOUNDS}
    cold, warm = times.values()
    for _ in range(GPU_RUNS):
        shutil.rmtree(cache, ignore_errors=True)
        cold.append(without_the_driver(program, environment))
        warm.append(without_the_driver(program, environment))
    return times


def peer_commands(folder):
    """Compilers that make a program of a line of output: name, command without the file to be made, and what is removed before each run."""
    (folder / "hello.c").write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
    (folder / "hello.zig").write_text(
        'const std = @import("std");\npub fn main() !void {\n    try std.io.getStdOut().writer().print("hello\\n", .{});\n}\n'
    )
    source, cache = str(folder / "hello.c"), folder / "zig-cache"
    found = [
        ("tcc", shutil.which("tcc"), [source, "-o"], None),
        ("gcc -O2", shutil.which("gcc"), ["-O2", source, "-o"], None),
        # The library of Zig is compiled each time, as Zig does for each program; its C library and start come from the other cache.
        (
            "zig -O ReleaseFast",
            os.environ.get("ZIG") or shutil.which("zig"),
            ["build-exe", "-O", "ReleaseFast", "--cache-dir", str(cache), "--global-cache-dir", str(folder / "zig-library"), str(folder / "hello.zig"), "-femit-bin="],
            cache,
        ),
    ]
    return [(name, [tool, *arguments], removed) for name, tool, arguments, removed in found if tool]


def with_output(command, path):
    """The command that writes to a file: its last argument is the option that names it."""
    return [*command[:-1], command[-1] + path] if command[-1].endswith("=") else [*command, path]


def peers(qc):
    """Name, milliseconds, instructions and bytes of a line of output, for qc and the others that are there."""
    source, rows = str(BUILD / "hello.q"), []
    Path(source).write_text(HELLO)
    for name, command, removed in [("qc", [qc, source, "-o"], None), *peer_commands(BUILD)]:
        program = BUILD / "peer"
        whole, times = with_output(command, str(program)), []
        for _ in range(PEER_RUNS):
            if removed:
                shutil.rmtree(removed, ignore_errors=True)
            times.append(milliseconds(whole, dict(os.environ)))
        rows.append((name, times, instructions(whole) if removed is None else None, program.stat().st_size))
    return rows


def instructions(command):
    """Instructions of a process and those that it starts, or none without valgrind."""
    if not shutil.which("valgrind"):
        return None
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes", *command]
    output = subprocess.run(counting, check=True, capture_output=True, text=True).stderr
    counts = [line.split(":")[1] for line in output.splitlines() if "Collected" in line]
    return sum(int(count) for count in counts) if counts else None


def peer_rows(found):
    """A table of them."""
    lines = ["| a line of output by | median, ms | least | million instructions | kB |", "|---|---|---|---|---|"]
    for name, times, count, size in found:
        millions = f"{count/1e6:.2f}" if count else ""
        lines.append(f"| {name} | {statistics.median(times):.2f} | {min(times):.2f} | {millions} | {size/1e3:.0f} |")
    return lines


def peer_section(found):
    """What of it stands in docs/performance.md."""
    return [
        "The same line of output in C and in Zig. tcc and gcc make programs that print by the C library alone; what qc makes has arrays, threads, options on its",
        f"command line and errors with places besides. Zig compiles its own library anew. {PEER_RUNS} runs; instructions are counted by callgrind.",
        "",
        *peer_rows(found),
    ]


def lines_of_code():
    """Lines of the program and of what it imports, without comments and empty lines."""
    files = [PIPELINE, *(ROOT / f"samples/{name}.q" for name in ("denoise", "edges", "tonemap"))]
    lines = (line.split("%")[0].strip() for file in files for line in file.read_text().splitlines())
    return sum(1 for line in lines if line)


def sizes(qc):
    """The bytes of executables, with their tables for tools and without (`strip`, if it is there)."""
    found = {}
    for name, source in SIZES.items():
        path, program = BUILD / "size.q", BUILD / "size"
        if isinstance(source, str):
            path.write_text(source)
        subprocess.run([qc, str(source if isinstance(source, Path) else path), "-o", str(program)], check=True)
        whole = program.stat().st_size
        if shutil.which("strip"):
            subprocess.run(["strip", str(program)], check=True)
        found[name] = whole, program.stat().st_size
    return found


def size_rows(found):
    """A table of them, in kilobytes."""
    lines = ["| executable | kB | stripped |", "|---|---|---|"]
    return lines + [f"| {name} | {whole/1e3:.0f} | {bare/1e3:.0f} |" for name, (whole, bare) in found.items()]


def measure(qc):
    """The times of each wait, the bytes of executables, and other compilers beside qc."""
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "hello.q").write_text(HELLO)
    hello = str(BUILD / "hello")
    milliseconds([qc, str(BUILD / "hello.q"), "-o", hello])
    times = {name: [] for name in BOUNDS}
    for _ in range(RUNS):
        times["compile, ms"].append(milliseconds([qc, str(PIPELINE), "-o", str(BUILD / "pipeline")]))
        times["compile a line, ms"].append(milliseconds([qc, str(BUILD / "hello.q"), "-o", hello]))
        times["start, ms"].append(milliseconds([hello]))
    times["launch, µs"] = launches(qc)
    return times, sizes(qc), peers(qc)


def section(times, found, compilers):
    """A section of docs/performance.md."""
    lines = [
        "### Waits",
        "",
        f"`compile` is the whole process of `qc` for a program of {lines_of_code()} lines of code with its imports, `start` the whole process of a",
        "program that prints a line, `launch` the time of a kernel that stores one number, with two threads there, taken around 2000 launches: a single",
        "position, which the launching thread does itself, so that the other one is not woken. Launches that threads share cost what waking one costs besides.",
        f"{RUNS} interleaved runs; `bench/latency.py`. An executable has what its program uses of the runtime.",
        "",
        "| | median | least | bound |",
        "|---|---|---|---|",
    ]
    lines += rows(times, BOUNDS)
    lines += ["", *size_rows(found), "", *peer_section(compilers)]
    return "\n".join(lines) + "\n"


def rows(times, bounds):
    """A row of the table for each bound."""
    cells = ((name, statistics.median(times[name]), min(times[name]), bound) for name, bound in bounds.items())
    return [f"| {name} | {median:.2f} | {least:.2f} | {bound:g} |" for name, median, least, bound in cells]


def gpu_section(times):
    """A section of docs/performance.md about GPUs."""
    lines = [
        "### Starts on a GPU",
        "",
        "The whole process of a program with ten kernels on the emulated GPU, less the time that it waited for the emulated driver: what NVRTC",
        f"and the runtime take, with an empty cache of kernels and with a full one. {GPU_RUNS} runs; `bench/latency.py` with `QC_TEST_NVRTC`.",
        "",
        "| | median | least | bound |",
        "|---|---|---|---|",
        *rows(times, GPU_BOUNDS),
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", type=Path, help="the compiler to use instead of building it")
    parser.add_argument("--emulator", type=Path, help="the library of the emulated GPU to use instead of building it")
    parser.add_argument("--gpu", action="store_true", help="starts on the emulated GPU only")
    options = parser.parse_args()
    qc = build(options.qc)
    times, bounds = {}, {}
    if not options.gpu:
        times, found, compilers = measure(qc)
        bounds |= BOUNDS
        print(f"compiled program: {lines_of_code()} lines of code")
        print("\n".join(size_rows(found)))
        print("\n".join(peer_rows(compilers)))
        if count := instructions([qc, str(PIPELINE), "-o", str(BUILD / "pipeline")]):
            print(f"compile: {count/1e6:.1f} million instructions")
    BUILD.mkdir(parents=True, exist_ok=True)
    if starts := gpu_starts(qc, options.emulator):
        times |= starts
        bounds |= GPU_BOUNDS
    else:
        print("QC_TEST_NVRTC names no NVRTC: no starts on a GPU")
    late = False
    for name, bound in bounds.items():
        median = statistics.median(times[name])
        late |= median > bound
        print(f"{name}: median {median:.2f}, least {min(times[name]):.2f}, bound {bound:g}")
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
