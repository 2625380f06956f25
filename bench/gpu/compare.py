#!/usr/bin/env python3
"""Times the kernels of Quasar programs on the GPU of this machine against kernels that an expert wrote for the same jobs.

    python3 bench/gpu/compare.py --qc PROGRAM [--nvrtc LIBRARY] [--only NAME,NAME] [--write]

Needs an NVIDIA GPU, its driver, NVRTC and NumPy. The kernels of the programs are timed by `QC_TRACE`, whose times are those of
events of the driver around each launch; those of the experts by such events too, after a launch that warms up. Results are compared
first: sums and samples that the program prints, with those of the expert's array.

`--write` writes docs/performance-gpu.md.
"""
import argparse
import ctypes
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/performance-gpu.md"
WARM = 3
TIMES = 20


def check(status, what):
    if status:
        sys.exit(f"{what} gives status {status}")


class Gpu:
    """The driver, by its C interface, with the experts' kernels."""

    def __init__(self, nvrtc):
        self.driver = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(128)
        self.call("cuDeviceGetName", name, 128, device)
        self.name = name.value.decode()
        major, minor, version = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(major), 75, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), 76, device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.architecture = f"sm_{major.value}{minor.value}"
        self.version = f"{version.value // 1000}.{version.value % 1000 // 10}"
        self.multiprocessors = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(self.multiprocessors), 16, device)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        image = self.compile(nvrtc, (ROOT / "bench/gpu/experts.cu").read_text())
        self.module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(self.module), image)
        self.begin, self.end = ctypes.c_void_p(), ctypes.c_void_p()
        for event in (self.begin, self.end):
            self.call("cuEventCreate", ctypes.byref(event), 0)

    def call(self, name, *arguments):
        versioned = {
            "cuMemAlloc": "cuMemAlloc_v2", "cuMemFree": "cuMemFree_v2",
            "cuMemcpyHtoD": "cuMemcpyHtoD_v2", "cuMemcpyDtoH": "cuMemcpyDtoH_v2",
            "cuModuleGetGlobal": "cuModuleGetGlobal_v2",
        }
        check(getattr(self.driver, versioned.get(name, name))(*arguments), name)

    def compile(self, path, text):
        """Machine code for this GPU."""
        nvrtc = ctypes.CDLL(path)
        major, minor = ctypes.c_int(), ctypes.c_int()
        nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.nvrtc = f"{major.value}.{minor.value}"
        program = ctypes.c_void_p()
        nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"experts.cu", 0, None, None)
        options = [b"-std=c++17", b"-lineinfo", f"-arch={self.architecture}".encode()]
        status = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        size = ctypes.c_size_t()
        if status:
            nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            nvrtc.nvrtcGetProgramLog(program, log)
            sys.exit(log.value.decode())
        nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
        code = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetCUBIN(program, code)
        return code.raw

    def array(self, values):
        """An array on the GPU with these values."""
        values = numpy.ascontiguousarray(values)
        place = ctypes.c_uint64()
        self.call("cuMemAlloc", ctypes.byref(place), ctypes.c_size_t(values.nbytes))
        self.call("cuMemcpyHtoD", place, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes))
        return place

    def values(self, place, like):
        result = numpy.empty_like(like)
        self.call("cuMemcpyDtoH", result.ctypes.data_as(ctypes.c_void_p), place, ctypes.c_size_t(result.nbytes))
        return result

    def constant(self, name, values):
        place, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.call("cuModuleGetGlobal", ctypes.byref(place), ctypes.byref(size), self.module, name.encode())
        values = numpy.ascontiguousarray(values, numpy.float32)
        self.call("cuMemcpyHtoD", place, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes))

    def launch(self, name, grid, block, *arguments):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self.module, name.encode())
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.cast(ctypes.byref(one), ctypes.c_void_p) for one in arguments])
        self.call("cuLaunchKernel", function, *(list(grid) + [1] * 3)[:3], *(list(block) + [1] * 3)[:3], 0, None, pointers, None)

    def time(self, launches):
        """The median time of one round of launches, each between two events, in microseconds."""
        total = 0.0
        for one in launches:
            times = []
            for number in range(WARM + TIMES):
                self.call("cuEventRecord", self.begin, None)
                self.launch(*one)
                self.call("cuEventRecord", self.end, None)
                self.call("cuEventSynchronize", self.end)
                elapsed = ctypes.c_float()
                self.call("cuEventElapsedTime", ctypes.byref(elapsed), self.begin, self.end)
                if number >= WARM:
                    times.append(1000 * elapsed.value)
            total += statistics.median(times)
        return total


def pattern(n):
    """x of the programs."""
    i, j = numpy.meshgrid(numpy.arange(n), numpy.arange(n), indexing="ij")
    return ((7919 * i + 104729 * j + 31 * i * j) % 1024 / 1024).astype(numpy.float32)


def second(n):
    """z of the programs."""
    i, j = numpy.meshgrid(numpy.arange(n), numpy.arange(n), indexing="ij")
    return ((7919 * j + 104729 * i) % 512 / 512).astype(numpy.float32)


def up(a, b):
    return -(-a // b)


I = ctypes.c_int
F = ctypes.c_float


class Case:
    """A job: the program, its size, the expert's launches, the bytes that must move."""

    def __init__(self, name, source, n, expert, moved, samples=None, rounds=20, adds=False):
        self.name, self.source, self.n, self.expert = name, source, n, expert
        self.moved, self.samples, self.rounds = moved, samples or usual, rounds
        self.adds = adds  # Each round adds to what the one before has left.


def usual(y, n):
    return [y[0, 0], y[n // 2, n // 3], y[n - 5, n - 7]]


def images(name, grid, block, inputs=1):
    """An expert's kernel from images to one."""

    def make(gpu, n):
        x = gpu.array(pattern(n))
        out = numpy.zeros((n, n), numpy.float32)
        y = gpu.array(out)
        more = [gpu.array(second(n))] if inputs == 2 else []
        return [(name, grid(n), block, x, *more, y, I(n), I(n))], y, out

    return make


def elements(name, inputs=1):
    def make(gpu, n):
        x = gpu.array(pattern(n))
        out = numpy.zeros((n, n), numpy.float32)
        y = gpu.array(out)
        more = [gpu.array(second(n))] if inputs == 2 else []
        return [(name, [gpu.multiprocessors.value * 8], [256], x, *more, y, I(n * n // 4))], y, out

    return make


def gauss(gpu, n):
    w = numpy.exp(-numpy.arange(-7, 8) ** 2 / 12.5)
    gpu.constant("cw", w / w.sum())
    x, out = gpu.array(pattern(n)), numpy.zeros((n, n), numpy.float32)
    t, y = gpu.array(out), gpu.array(out)
    rows = ("x_ch", [up(n, 128), up(n, 4)], [32, 4], x, t, I(n), I(n))
    columns = ("x_cv", [up(n, 32), up(n, 32)], [32, 4], t, y, I(n), I(n))
    return [rows, columns], y, out


def stencil5(gpu, n):
    w = numpy.ones(25) / 32
    w[12] = 0.25
    gpu.constant("sw", w)
    return images("x_stencil5", lambda n: [up(n, 32), up(n, 32)], [32, 8])(gpu, n)


def sums(gpu, n):
    x, out = gpu.array(pattern(n)), numpy.zeros(2, numpy.float32)
    y = gpu.array(out)
    return [("x_f", [gpu.multiprocessors.value * 8], [256], x, y, I(n * n // 4))], y, out


def histogram(gpu, n):
    x, out = gpu.array(pattern(n)), numpy.zeros(256, numpy.int32)
    y = gpu.array(out)
    return [("x_g", [gpu.multiprocessors.value * 8], [256], x, y, I(n * n // 4))], y, out


def histogram_of_bytes(gpu, n):
    i, j = numpy.meshgrid(numpy.arange(n), numpy.arange(n), indexing="ij")
    x = gpu.array(((7 * i + 13 * j + i * j // 64) & 255).astype(numpy.uint8))
    out = numpy.zeros(256, numpy.int32)
    y = gpu.array(out)
    return [("x_hist", [gpu.multiprocessors.value * 8], [256], x, y, I(n * n // 16))], y, out


def mandelbrot(gpu, n):
    out = numpy.zeros((n, n), numpy.float32)
    y = gpu.array(out)
    return [("x_h", [up(n, 32), up(n, 8)], [32, 8], y, I(n), F(2.5 / n))], y, out


def neighbourhoods(gpu, n):
    x, z, out = gpu.array(pattern(n)), gpu.array(second(n)), numpy.zeros((n, n), numpy.float32)
    y = gpu.array(out)
    return [("x_k", [up(n - 2, 32), up(n - 2, 8)], [32, 8], x, z, y, I(n))], y, out


def product(gpu, n):
    a, b, out = gpu.array(pattern(n)), gpu.array(second(n)), numpy.zeros((n, n), numpy.float32)
    y = gpu.array(out)
    return [("x_mm", [n // 64, n // 64], [16, 16], a, b, y, I(n))], y, out


def axpy(gpu, n):
    x = gpu.array((numpy.arange(n * n) % 1021 / 1024).astype(numpy.float32))
    out = numpy.zeros(n * n, numpy.float32)
    y = gpu.array(out)
    return [("x_axpy", [gpu.multiprocessors.value * 8], [256], x, y, F(0.5), I(n * n // 4))], y, out


def colour(gpu, n):
    i, j, c = numpy.meshgrid(numpy.arange(n), numpy.arange(n), numpy.arange(3), indexing="ij")
    x = gpu.array(((7919 * i + 104729 * j + 31 * i * j + 77 * c) % 1024 / 1024).astype(numpy.float32))
    out = numpy.zeros((n, n, 3), numpy.float32)
    y = gpu.array(out)
    return [("x_colour", [up(3 * n, 256), n], [256], x, y, I(n), I(n))], y, out


IMAGE = lambda n: 8 * n * n  # read once, written once
GRID = lambda n: [up(n, 32), up(n, 8)]
CASES = [
    Case("five taps along rows", "bench/quasar/a.q", 6144, images("x_a", lambda n: [up(n, 128), up(n, 8)], [32, 8]), IMAGE),
    Case("Sobel's magnitude", "bench/quasar/b.q", 6144, images("x_b", lambda n: [up(n, 32), up(n, 32)], [32, 8]), IMAGE),
    Case("Gauss of 15 taps, rows and columns", "bench/quasar/c.q", 6144, gauss, lambda n: 2 * IMAGE(n)),
    Case("expression with an exponential", "bench/quasar/d.q", 6144, elements("x_d2", 2), lambda n: 12 * n * n),
    Case("bilateral of 7 x 7", "bench/quasar/e.q", 6144, images("x_e", GRID, [32, 8]), IMAGE),
    Case("two sums", "bench/quasar/f.q", 6144, sums, lambda n: 4 * n * n, lambda y, n: [y[0]]),
    Case("histogram of floats", "bench/quasar/g.q", 6144, histogram, lambda n: 4 * n * n, lambda y, n: [y[0]]),
    Case("Mandelbrot's set", "bench/quasar/h.q", 6144, mandelbrot, lambda n: 4 * n * n),
    Case("non-local means, 5 x 5 in 5 x 5", "bench/quasar/i.q", 6144, images("x_i", GRID, [32, 8]), IMAGE),
    Case("products of 3 x 3 matrices", "bench/quasar/k.q", 6144, neighbourhoods, lambda n: 12 * n * n),
    Case("5 x 5 weights, mirrored", "bench/gpu/programs/stencil5.q", 6144, stencil5, IMAGE),
    Case("median of 3 x 3", "bench/gpu/programs/median.q", 6144, images("x_med", GRID, [32, 8]), IMAGE),
    Case("a*x + y", "bench/gpu/programs/axpy.q", 6144, axpy, lambda n: 12 * n * n, lambda y, n: [y[0], y[1000], y[-7]], adds=True),
    Case("colour, three columns", "bench/gpu/programs/colour.q", 3072, colour, lambda n: 24 * n * n,
         lambda y, n: [y[0, 0, 0], y[n // 2, n // 3, 1], y[n - 5, n - 7, 2]]),
    Case("ten stages", "bench/gpu/programs/stages.q", 6144, elements("x_stages"), IMAGE),
    Case("histogram of bytes", "bench/gpu/programs/bytes.q", 6144, histogram_of_bytes, lambda n: n * n, lambda y, n: [y[0], y[100], y[249]]),
    Case("product of 2048, tiles in shared memory", "bench/gpu/programs/product.q", 2048, product, lambda n: 12 * n * n, rounds=5),
    Case("product of 2048, three loops", "bench/gpu/programs/loops_product.q", 2048, product, lambda n: 12 * n * n, rounds=5),
]


def kernels_of(trace, rounds):
    """Microseconds of one round on the GPU, and its launches: the kernels that ran once or more in each round."""
    events = [e for e in json.loads(trace.read_text())["traceEvents"] if e.get("cat") in ("launch", "library") and e["tid"] >= 10000]
    by_name = {}
    for event in events:
        by_name.setdefault(event["name"], []).append(event)
    # What prepares the arrays and checks them runs once or twice.
    repeated = [e for of_kernel in by_name.values() if len(of_kernel) >= rounds for e in of_kernel]
    launches = sum(len(of_kernel) // rounds for of_kernel in by_name.values())
    # Streams work side by side: the time counts in which any of them works.
    busy, until = 0.0, 0.0
    for begin, end in sorted((e["ts"], e["ts"] + e["dur"]) for e in repeated):
        busy += max(0.0, end - max(begin, until))
        until = max(until, end)
    return busy / rounds, launches


def numbers(line):
    return [float(word) for word in line.split(":")[1].split()]


def agree(case, said, y):
    """Whether the program and the expert have the same results."""
    wide = y.astype(numpy.float64)
    expected = [wide.sum(), (wide * wide).sum(), *case.samples(y, case.n)]
    pairs = list(zip(said, expected))
    return len(said) >= len(expected) and all(abs(a - b) <= 1e-3 * max(1, abs(b)) for a, b in pairs)


def measure(gpu, qc, case, folder):
    program = folder / "program"
    subprocess.run([qc, str(ROOT / case.source), "-o", str(program)], check=True, stderr=subprocess.DEVNULL)
    trace = folder / "trace.json"
    environment = {**os.environ, "QC_DEVICE": "gpu", "QC_TRACE": str(trace)}
    done = subprocess.run([str(program), str(case.n), str(case.rounds)], env=environment, capture_output=True, text=True)
    if done.returncode:
        return f"{case.name}: {done.stderr.strip()}"
    ours, launches = kernels_of(trace, case.rounds)
    calls, place, like = case.expert(gpu, case.n)
    for one in calls * (case.rounds if case.adds else 1):
        gpu.launch(*one)
    y = gpu.values(place, like)
    said = numbers(next(line for line in done.stdout.splitlines() if line.startswith("check:")))
    same = agree(case, said, y)
    theirs = gpu.time(calls)
    return case, ours, theirs, launches, same


TEN_KERNELS = "x = zeros(1000)\n" + "".join(
    f"parallel_do(1000, __kernel__ (pos : int) -> x[pos] = {body})\n"
    for body in ["pos + 1", "x[pos]*2", "sqrt(x[pos])", "exp(-x[pos])", "log(x[pos])", "abs(x[pos]) + 0.5",
                 "max(x[pos], 3)", "min(x[pos], 40)", "floor(x[pos])", "x[pos]/4"]
) + "print x[0]\n"


def figures(qc):
    """What bench/gpu/measure.q tells, and how long a start takes with an empty cache of kernels and with a full one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ten.q").write_text(TEN_KERNELS)
        environment = {**os.environ, "QC_DEVICE": "gpu", "QC_CACHE_DIR": str(folder / "cache")}
        for source, program in ((ROOT / "bench/gpu/measure.q", "measure"), (folder / "ten.q", "ten")):
            subprocess.run([qc, str(source), "-o", str(folder / program)], check=True, stderr=subprocess.DEVNULL)
        for kind in ("cold", "warm"):
            began = time.perf_counter()
            subprocess.run([folder / "ten"], env=environment, check=True, stdout=subprocess.DEVNULL)
            yield f"start, {kind}", f"{1000 * (time.perf_counter() - began):.0f} ms"
        done = subprocess.run([folder / "measure", "4096", "50"], env=environment, check=True, capture_output=True, text=True)
        for line in done.stdout.splitlines():
            name, value = line.rsplit(": ", 1)
            number, unit = value.split(None, 1)
            yield name, f"{float(number):.3g} {unit}" if float(number) < 1000 else f"{float(number):.0f} {unit}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", required=True)
    parser.add_argument("--nvrtc", default="libnvrtc.so.13")
    parser.add_argument("--only", default="")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    gpu = Gpu(options.nvrtc)
    n = 6144
    x = gpu.array(pattern(n))
    y = gpu.array(numpy.zeros((n, n), numpy.float32))
    copy = 8 * n * n / gpu.time([("x_copy", [gpu.multiprocessors.value * 8], [256], x, y, I(n * n // 4))]) / 1e3
    for place in (x, y):
        gpu.call("cuMemFree", place)
    lines = [
        f"{gpu.name}, driver for CUDA {gpu.version}, NVRTC {gpu.nvrtc}. A copy of {4 * n * n / 1e6:.0f} MB moves {copy:.0f} GB/s, read and written.",
        "",
        "| job | launches | us | expert's us | times the expert's | share of the copy's bandwidth | results |",
        "|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    ratios = []
    for case in CASES:
        if options.only and not any(part in case.name for part in options.only.split(",")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            result = measure(gpu, options.qc, case, Path(folder))
        if isinstance(result, str):
            line = f"| {result} | | | | | | failed |"
        else:
            case, ours, theirs, launches, same = result
            share = case.moved(case.n) / ours / 1e3 / copy if ours else math.nan
            ratios.append(ours / theirs)
            line = f"| {case.name} | {launches} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} | {100 * share:.0f} % | {'same' if same else 'DIFFER'} |"
        lines.append(line)
        print(line, flush=True)
    if ratios:
        mean = math.exp(statistics.mean(math.log(ratio) for ratio in ratios if ratio > 0))
        lines += ["", f"Geometric mean: {mean:.2f} times the expert's time."]
        print(lines[-1])
    lines += ["", "`bench/gpu/measure.q`, arrays of 4096 x 4096; a start is that of a program with ten kernels, from its first to its last moment.", ""]
    lines += ["| measured | |", "|---|---|", *(f"| {name} | {value} |" for name, value in figures(options.qc))]
    if options.write:
        PAGE.write_text("\n".join(["# Kernels on a real GPU", "", "Written by `bench/gpu/compare.py`; do not edit.", "", *lines]) + "\n")


if __name__ == "__main__":
    main()
