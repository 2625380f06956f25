#!/usr/bin/env python3
"""Measures what a call of a Quasar function from Python takes beyond the function, and what a call by ctypes takes at least.

    python3 bench/calls.py --qc PATH

The function alone is called by a loop in C, which `cc` compiles. The shortest of 40 interleaved turns counts. NumPy has to be there.
"""
import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
import timeit
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
TURNS, CALLS = 40, 500
SOURCE = """
function y = constant()
    y = 1
end
function y = twice(x : scalar)
    y = 2*x
end
function y = first(x : mat)
    y = x[0,0]
end
function y = firsts(a : mat, b : mat, c : mat)
    y = a[0,0] + b[0,0] + c[0,0]
end
function y = next(x : mat)
    y = x + 1
end
"""
LOOPS = """
#include "libcalls.h"
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9*t.tv_nsec; }
#define LOOP(call) double begun = now(); for (int i = 0; i < n; i++) { call; } return (now() - begun)/n;
void nothing(void) {}
double of_constant(int n, quasar_array *x) { int y; LOOP(constant(&y)) }
double of_twice(int n, quasar_array *x) { float y; LOOP(twice(2, &y)) }
double of_first(int n, quasar_array *x) { float y; LOOP(first(x, &y)) }
double of_firsts(int n, quasar_array *x) { float y; LOOP(firsts(x, x, x, &y)) }
double of_next(int n, quasar_array *x) { quasar_array y; LOOP(next(x, &y); calls_release(y.owner)) }
"""
SAID = {"constant": "no argument, a number back", "twice": "a number", "first": "an array of 64×64, a number back",
        "firsts": "three arrays, a number back", "next": "an array, an array back"}


def main():
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", default=ROOT / "target/release/qc", type=Path)
    os.environ["QC"] = str(parser.parse_args().qc.resolve())
    import numpy as np
    import quasar
    from quasar._library import ARRAY
    x = np.ones((64, 64), np.float32)
    given = ctypes.create_string_buffer(ARRAY.pack(x.ctypes.data, 9, 2, 64, 64, *[1]*14, 256, 4, *[0]*14, 0))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "calls.q").write_text(SOURCE)
        (place / "loops.c").write_text(LOOPS)
        module = quasar.compile(place / "calls.q", cache=place, options=["--export=*"])
        library = Path(module.__file__)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", library.parent, f"-Wl,-rpath,{library.parent}", "-o", place / "loops.so",
                        place / "loops.c", library], check=True)
        loops = ctypes.CDLL(str(place / "loops.so"))
        from_python = {
            "constant": module.constant, "twice": lambda: module.twice(2.0), "first": lambda: module.first(x),
            "firsts": lambda: module.firsts(x, x, x), "next": lambda: module.next(x)}
        print_table(loops, given, from_python)


def print_table(loops, given, from_python):
    """Measures by turns and prints microseconds."""
    best = {}

    def note(key, seconds):
        best[key] = min(best.get(key, seconds), seconds)
    from_c = {name: loops[f"of_{name}"] for name in from_python}
    for loop in from_c.values():
        loop.restype = ctypes.c_double
    for _ in range(TURNS):
        note("nothing", timeit.timeit(loops.nothing, number=CALLS)/CALLS)
        for name, call in from_python.items():
            note(("c", name), from_c[name](CALLS, given))
            note(("python", name), timeit.timeit(call, number=CALLS)/CALLS)
    print(f"an empty function by ctypes: {1e6*best['nothing']:.2f} µs\n")
    print("| µs | from C | from Python | beyond the function |\n|---|---|---|---|")
    for name in from_python:
        alone, whole = 1e6*best["c", name], 1e6*best["python", name]
        print(f"| {SAID[name]} | {alone:.2f} | {whole:.2f} | {whole - alone:.2f} |")


if __name__ == "__main__":
    main()
