#!/usr/bin/env python3
"""Measures the elementary functions against mpmath and writes the table of docs/accuracy.md.

    python3 bench/accuracy.py             build qc in release, measure, write the table
    python3 bench/accuracy.py --qc PATH   another compiler
    python3 bench/accuracy.py --only sin,tgamma   these functions, and no table
    python3 bench/accuracy.py --count 1000000     as many arguments of each, and no table

Needs numpy and mpmath. 10,000 arguments of each function in each precision: special values, all sizes, the neighbourhood of multiples
of pi/2 and of the places where the function has a zero or ends. The scalar path, kernels of every width that the machine has, and with
QC_DEVICE=emu (or gpu) in the environment kernels in single precision on that device. Ends with 1 when a distance lies above its bound.
"""
import argparse
import ctypes
import math
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import mpmath
import numpy

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "target" / "accuracy"
PAGE = ROOT / "docs/accuracy.md"
COUNT = 10_000
BOUNDS = {"single": 2.0, "double": 1.0}
TYPES = {"single": numpy.float32, "double": numpy.float64}
LANES = (1, 4, 8, 16)
BEGIN, END = "<!-- table: bench/accuracy.py -->", "<!-- end of table -->"

C_LIBRARY = ctypes.CDLL("libm.so.6")
for function in (C_LIBRARY.pow, C_LIBRARY.atan2):
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * 2

# Name, its exact form, where it is interesting (spread evenly), and the points near which most can go wrong.
PI = math.pi
ONE = {
    "sqrt": (mpmath.sqrt, (0, 4), [1]),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), (0, 4), [1, 4]),
    "exp": (mpmath.exp, (-750, 715), [0, -87.3, 88.7, -103.9, 709.7, -745.1]),
    "exp2": (lambda x: mpmath.power(2, x), (-1080, 1030), [0, -126, 128, -149, 1024, -1074]),
    "log": (mpmath.log, (0, 8), [1]),
    "log2": (lambda x: mpmath.log(x) / mpmath.log(2), (0, 8), [1, 2, 8]),
    "log10": (lambda x: mpmath.log10(x), (0, 200), [1, 10, 1000]),
    "sin": (mpmath.sin, (-30, 30), [k * PI / 2 for k in range(-20, 21)]),
    "cos": (mpmath.cos, (-30, 30), [k * PI / 2 for k in range(-20, 21)]),
    "tan": (mpmath.tan, (-30, 30), [k * PI / 2 for k in range(-20, 21)]),
    "asin": (mpmath.asin, (-1, 1), [0, 0.5, 1, -1]),
    "acos": (mpmath.acos, (-1, 1), [0, 0.5, 1, -1]),
    "atan": (mpmath.atan, (-10, 10), [0, 1, 0.41421356, 2.41421356]),
    "sinh": (mpmath.sinh, (-20, 20), [0, 1, 89.4, 710.4]),
    "cosh": (mpmath.cosh, (-20, 20), [0, 1, 89.4, 710.4]),
    "tanh": (mpmath.tanh, (-20, 20), [0, 0.625, 9, 22]),
    "asinh": (mpmath.asinh, (-20, 20), [0, 1, 4096]),
    "acosh": (mpmath.acosh, (1, 20), [1, 2, 4096]),
    "atanh": (mpmath.atanh, (-1, 1), [0, 0.5, 1, -1]),
    "erf": (mpmath.erf, (-6, 6), [0, 0.84375, 1.25, 6]),
    "erfc": (mpmath.erfc, (-6, 27), [0, 0.5, 1.25, 10, 26.5]),
    "erfinv": (mpmath.erfinv, (-1, 1), [0, 0.5, 1, -1]),
    "erfcinv": (lambda y: erfcinv(y), (0, 2), [1, 0.5, 2]),
    "lgamma": (lambda x: lgamma(x), (-30, 170), [1, 2, 0, -0.5, -1, -2]),
    "tgamma": (lambda x: mpmath.gamma(x), (-40, 172), [1, 2, 0, -1, -2, 35.04, 171.6]),
}
TWO = {
    "atan2": mpmath.atan2,
    "pow": mpmath.power,
}


def erfcinv(y):
    """mpmath has the inverse of erf alone, which says nothing of small y: Newton's steps on the logarithm."""
    if y >= 0.5:
        return mpmath.erfinv(1 - y)
    x = mpmath.sqrt(-mpmath.log(y * mpmath.sqrt(mpmath.pi) * mpmath.sqrt(max(mpmath.mpf("0.1"), -mpmath.log(y)))))
    for _ in range(60):
        value = mpmath.erfc(x)
        step = mpmath.log(value / y) * value * mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(x * x)
        x += step
        if abs(step) < abs(x) * mpmath.mpf(2) ** -100:
            break
    return x


def lgamma(x):
    return mpmath.re(mpmath.loggamma(x))


def special(name, x, y=None):
    """What C99's annex F has at its special values, and not-a-number outside of the domain; none elsewhere."""
    inf, nan = math.inf, math.nan
    if y is not None:
        finite = math.isfinite(x) and math.isfinite(y) and x != 0 and y != 0
        exact = {"atan2": C_LIBRARY.atan2, "pow": C_LIBRARY.pow}[name](x, y)
        return exact if not finite or math.isnan(exact) else None
    if math.isnan(x):
        return nan
    if name in ("sin", "cos", "tan") and math.isinf(x):
        return nan
    if name in ("asin", "acos", "atanh", "erfinv") and abs(x) > 1:
        return nan
    if name in ("atanh", "erfinv") and abs(x) == 1:
        return math.copysign(inf, x)
    if name == "erfcinv":
        return nan if x < 0 or x > 2 else inf if x == 0 else -inf if x == 2 else 0.0 if x == 1 else None
    if name in ("sqrt", "rsqrt", "log", "log2", "log10") and x < 0:
        return nan
    if name == "acosh" and x < 1:
        return nan
    if name == "lgamma" and (math.isinf(x) or x <= 0 and x == math.floor(x)):
        return inf
    if name == "tgamma":
        if x == 0:
            return math.copysign(inf, x)
        if x < 0 and (math.isinf(x) or x == math.floor(x)):
            return nan
        # Beyond, the reciprocal is below all numbers.
        if x < -200:
            return math.copysign(0.0, -1 if int(math.floor(x)) % 2 else 1)
    if x == 0:
        return {"rsqrt": math.copysign(inf, x), "log": -inf, "log2": -inf, "log10": -inf}.get(name) or value_at_zero(name, x)
    if math.isinf(x):
        return value_at_infinity(name, x)
    if name == "tgamma" and x > 200 or name in ("exp", "exp2") and x > 2000:
        return inf
    if name in ("exp", "exp2") and x < -2000:
        return 0.0
    if name in ("sinh", "cosh") and abs(x) > 2000:
        return inf if name == "cosh" else math.copysign(inf, x)
    if name in ("tanh", "erf") and abs(x) > 100:
        return math.copysign(1.0, x)
    if name == "erfc" and abs(x) > 100:
        return 0.0 if x > 0 else 2.0
    return None


def value_at_zero(name, x):
    if name in ("exp", "exp2", "cos", "cosh", "erfc"):
        return 1.0
    return math.pi / 2 if name == "acos" else None if name in ("acos", "erfcinv", "lgamma") else x


def value_at_infinity(name, x):
    sign = math.copysign(1.0, x)
    values = {"rsqrt": 0.0, "tanh": sign, "erf": sign, "cosh": math.inf, "erfc": 0.0 if sign > 0 else 2.0}
    if name in ("exp", "exp2") and sign < 0:
        return 0.0
    if name == "atan":
        return None
    return values.get(name, x)


def arguments(name, precision, count):
    """So many arguments of one function, the special ones first."""
    kind = TYPES[precision]
    info = numpy.finfo(kind)
    random = numpy.random.default_rng(sum(map(ord, name)))
    named = [0.0, -0.0, math.inf, -math.inf, math.nan, info.tiny, -info.tiny, info.max, -info.max, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 10]
    named += [float(info.smallest_subnormal), -float(info.smallest_subnormal), float(info.tiny) * 0.37, 1e22, -1e22, 1e5, 2.0**24, 2.0**53]
    named = numpy.array(named).astype(kind)
    bits = {4: numpy.uint32, 8: numpy.uint64}[kind().itemsize]
    patterns = random.integers(0, numpy.iinfo(bits).max, 2000, dtype=bits, endpoint=True).view(kind)
    if name in TWO:
        return pairs(name, kind, random, named, bits, count)
    _, (low, high), points = ONE[name]
    sizes = (10.0 ** random.uniform(-12, 6, 1000) * random.choice([-1.0, 1.0], 1000)).astype(kind)
    parts = [named, patterns, sizes]
    # Neighbours of the points, by last places and by sizes.
    for point in points:
        base = kind(point)
        steps = random.integers(-40, 41, 20) if point != 0 else numpy.zeros(0, int)
        parts.append(numpy.array([neighbour(base, int(step)) for step in steps], dtype=kind))
        parts.append((point + 10.0 ** random.uniform(-10, -1, 30) * random.choice([-1.0, 1.0], 30)).astype(kind))
    if name in ("sin", "cos", "tan"):
        turns = random.integers(1, 2**40, 1000) * (PI / 2)
        parts.append(turns.astype(kind))
    rest = count - sum(len(part) for part in parts)
    parts.append(random.uniform(low, high, rest).astype(kind))
    return (numpy.concatenate(parts),)


def neighbour(x, steps):
    for _ in range(abs(steps)):
        x = numpy.nextafter(x, numpy.inf if steps > 0 else -numpy.inf, dtype=type(x))
    return x


def pairs(name, kind, random, named, bits, count):
    grid = numpy.array([(a, b) for a in named for b in named], dtype=kind)
    patterns = random.integers(0, numpy.iinfo(bits).max, (2500, 2), dtype=bits, endpoint=True).view(kind)
    rest = count - len(grid) - len(patterns)
    if name == "atan2":
        more = random.uniform(-3, 3, (rest, 2)) * 10.0 ** random.uniform(-3, 3, (rest, 1))
    else:
        base = numpy.concatenate([random.uniform(0, 4, rest // 2), 10.0 ** random.uniform(-30, 30, rest - rest // 2)])
        limit = numpy.log2(float(numpy.finfo(kind).max)) / numpy.maximum(numpy.abs(numpy.log2(base)), 1e-3)
        more = numpy.stack([base, random.uniform(-1.05, 1.05, rest) * limit], 1)
    both = numpy.concatenate([grid, patterns, more.astype(kind)])
    return numpy.ascontiguousarray(both[:, 0]), numpy.ascontiguousarray(both[:, 1])


def exact(task):
    """The value of each argument as a double and the rest in units in its last place, which of tiny values is no double itself."""
    name, rows = task
    mpmath.mp.prec = 160
    values = []
    for row in rows:
        known = special(name, *row)
        if known is not None:
            values.append((known, 0.0))
            continue
        function = TWO.get(name) or ONE[name][0]
        if name == "pow" and abs(row[1] * math.log2(abs(row[0]))) > 1e5:
            large = row[1] * math.log2(abs(row[0])) > 0
            value = (math.inf if large else 0.0) * (-1 if row[0] < 0 and row[1] % 2 == 1 else 1)
            values.append((value, 0.0))
            continue
        value = function(*[mpmath.mpf(x) for x in row])
        value = mpmath.re(value)
        first = float(value)
        second = float((value - mpmath.mpf(first)) / math.ulp(first)) if math.isfinite(first) else 0.0
        values.append((first, second))
    return numpy.array(values)


def reference(pool, name, precision, columns):
    """From the file of an earlier run where its arguments are the same."""
    path = BUILD / f"{name}.{precision}.units.npz"
    if path.exists():
        kept = numpy.load(path)
        if kept["x"].tobytes() == numpy.stack(columns).tobytes():
            return kept["exact"]
    rows = list(zip(*[map(float, column) for column in columns]))
    tasks = [(name, rows[start : start + 250]) for start in range(0, len(rows), 250)]
    values = numpy.concatenate(pool.map(exact, tasks))
    numpy.savez(path, x=numpy.stack(columns), exact=values)
    return values


def distances(values, exact, kind):
    """In units in the last place of the exact value."""
    info = numpy.finfo(kind)
    first, second = exact[:, 0], exact[:, 1]
    with numpy.errstate(all="ignore"):
        rounded = first.astype(kind)
        _, exponent = numpy.frexp(first)
        unit, unit_of_double = (numpy.ldexp(1.0, numpy.maximum(exponent - 1, of.minexp) - of.nmant) for of in (info, numpy.finfo(float)))
        rest = second * (unit_of_double / unit)
        off = numpy.abs((values.astype(numpy.float64) - first) / unit - rest)
        same = (values == rounded) & ((rounded != 0) | (first != 0) | (numpy.signbit(values) == numpy.signbit(rounded)))
    off = numpy.where(same & (numpy.isinf(rounded) | (first == 0)), 0.0, off)
    off = numpy.where(numpy.isnan(values) & numpy.isnan(first), 0.0, off)
    wrong_zero = (values == 0) & (first == 0) & ~same
    return numpy.where(numpy.isnan(off) | wrong_zero, numpy.inf, off)


def program(names):
    """Each function by a loop on the host and by a kernel."""
    text = ""
    for name in names:
        args = "x[k], y[k]" if name in TWO else "x[k]"
        second = f'y : vec = load("{name}.1.npy")\n' if name in TWO else ""
        text += f"""x : vec = load("{name}.0.npy")
{second}z = zeros(numel(x))
k = 0
while k < numel(x)
    z[k] = {name}({args})
    k += 1
end
save("{name}.scalar.npy", z)
w = zeros(numel(x))
for k = 0..numel(x)-1
    w[k] = {name}({args})
end
save("{name}.kernel.npy", w)
"""
    return text


def run(qc, folder, names, precision, lanes, device):
    """The results of each function on the two paths."""
    (folder / "all.q").write_text(program(names))
    command = [qc, "all.q", "-o", "all", f"--precision={precision}", f"--lanes={lanes}", "-A", "serial-loop"]
    subprocess.run(command, cwd=folder, check=True)
    environment = {**os.environ, "QC_DEVICE": device}
    subprocess.run(["./all"], cwd=folder, check=True, env=environment)
    return {(name, path): numpy.load(folder / f"{name}.{path}.npy").reshape(-1) for name in names for path in ("scalar", "kernel")}


def measure(qc, precision, names, pool, count):
    """For each function the worst distance, the place and the path."""
    folder = BUILD / precision
    folder.mkdir(parents=True, exist_ok=True)
    columns = {name: arguments(name, precision, count) for name in names}
    for name, parts in columns.items():
        for number, part in enumerate(parts):
            numpy.save(folder / f"{name}.{number}.npy", part)
    exacts = {name: reference(pool, name, precision, columns[name]) for name in names}
    device = os.environ.get("QC_DEVICE", "cpu")
    runs = [(f"{lanes} lanes", lanes, "cpu") for lanes in LANES]
    # In double precision a GPU's functions are those of the CUDA library.
    if device != "cpu" and precision == "single":
        runs.append(("GPU", 1, device))
    worst = {}
    for label, lanes, where in runs:
        for (name, path), values in run(qc, folder, names, precision, lanes, where).items():
            if path == "scalar" and label != "1 lanes":
                continue
            off = distances(values, exacts[name], TYPES[precision])
            place = int(numpy.argmax(off))
            found = (float(off[place]), tuple(column[place] for column in columns[name]), values[place])
            worst.setdefault(name, {})[path if path == "scalar" else label] = found
    return worst


def summary(worst):
    """The worst of all paths; ways that agree are one."""
    label = max(worst, key=lambda path: worst[path][0])
    return worst[label], label


def table(results, names):
    lines = ["| function | single | at | double | at |", "|---|---|---|---|---|"]
    for name in names:
        cells = []
        for precision in TYPES:
            (off, place, _), _ = summary(results[precision][name])
            cells.append(f"{off:.3f} | {', '.join(f'{float(x):.9g}' if precision == 'single' else repr(float(x)) for x in place)}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc")
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--count", type=int, default=COUNT)
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    if options.qc is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--locked", "-p", "qc"], cwd=ROOT, check=True)
    qc = str(Path(options.qc or ROOT / "target/release/qc").resolve())
    names = options.only or [*ONE, *TWO]
    with multiprocessing.Pool() as pool:
        results = {precision: measure(qc, precision, names, pool, options.count) for precision in TYPES}
    failed = False
    for precision, found in results.items():
        for name in names:
            (off, place, value), label = summary(found[name])
            above = off > BOUNDS[precision]
            failed |= above
            print(f"{precision} {name}: {off:.3f} at {place} gives {value!r} ({label}){' ABOVE' if above else ''}")
    if not options.only and options.count == COUNT:
        text = PAGE.read_text()
        start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        PAGE.write_text(text[:start] + "\n" + "\n".join(table(results, names)) + "\n" + text[end:])
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
