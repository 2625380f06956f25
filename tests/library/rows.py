"""Programs that compare the builtins of qc with NumPy and SciPy, row by row, and the numbers that they compare with.

    python3 tests/library/rows.py           writes tests/programs/rows/*.q and tests/data/rows.npz again
    python3 tests/library/rows.py --check   exit code 1 where what is there is not what would be written

A row is a builtin with a type, a shape and, of reductions, a dimension. Arguments are numbers of single precision, the references are
computed from them in double precision. A program prints the rows that differ by more than their tolerance, relative to the greater of
1 and the reference, and how many rows there were.
"""
import io
import sys
import zipfile
from pathlib import Path

import numpy as np
from scipy import special

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests/programs/rows"
DATA = ROOT / "tests/data/rows.npz"
RANDOM = np.random.default_rng(20)
#: Elements of an array of an element-wise row: 2x3x4, 4x6 and 2x3x2x2.
COUNT = 24
#: A few units of the last place of single precision, after an addition or two.
CLOSE = 1e-6
#: Functions with a quotient, a cancellation or a long argument.
NEAR = 1e-5

arrays = {}


def uniform(low, high, shape=COUNT):
    return RANDOM.uniform(low, high, shape).astype(np.float32).astype(float)


def whole(low, high, shape=COUNT):
    return RANDOM.integers(low, high, shape, endpoint=True).astype(float)


def plane(low, high, shape=COUNT):
    return uniform(low, high, shape) + 1j * uniform(low, high, shape)


def mirrored(x, n):
    x = np.mod(x, 2 * n)
    return np.where(x < n, x, 2 * n - 1 - x)


def half_away(x):
    return np.sign(x) * np.floor(np.abs(x) + 0.5)


def power_above(x):
    return np.where(x < 1, 1, 2.0 ** np.ceil(np.log2(np.maximum(x, 1))))


#: Of each element: the name, the call, the reference, the arguments, the tolerance.
REAL = [
    ("abs", "abs({x})", np.abs, uniform(-9, 9), 0),
    ("sqrt", "sqrt({x})", np.sqrt, uniform(0, 50), CLOSE),
    ("rsqrt", "rsqrt({x})", lambda x: 1 / np.sqrt(x), uniform(0.1, 50), CLOSE),
    ("exp", "exp({x})", np.exp, uniform(-10, 10), CLOSE),
    ("exp2", "exp2({x})", np.exp2, uniform(-10, 10), CLOSE),
    ("log", "log({x})", np.log, uniform(0.01, 100), CLOSE),
    ("log2", "log2({x})", np.log2, uniform(0.01, 100), CLOSE),
    ("log10", "log10({x})", np.log10, uniform(0.01, 100), CLOSE),
    ("pow", "pow({x}, 2.5)", lambda x: x**2.5, uniform(0, 9), NEAR),
    ("sin", "sin({x})", np.sin, uniform(-30, 30), CLOSE),
    ("cos", "cos({x})", np.cos, uniform(-30, 30), CLOSE),
    ("tan", "tan({x})", np.tan, uniform(-1.5, 1.5), NEAR),
    ("asin", "asin({x})", np.arcsin, uniform(-1, 1), CLOSE),
    ("acos", "acos({x})", np.arccos, uniform(-1, 1), CLOSE),
    ("atan", "atan({x})", np.arctan, uniform(-20, 20), CLOSE),
    ("atan2", "atan2({x}, -2)", lambda x: np.arctan2(x, -2), uniform(-20, 20), CLOSE),
    ("sinh", "sinh({x})", np.sinh, uniform(-8, 8), CLOSE),
    ("cosh", "cosh({x})", np.cosh, uniform(-8, 8), CLOSE),
    ("tanh", "tanh({x})", np.tanh, uniform(-8, 8), CLOSE),
    ("asinh", "asinh({x})", np.arcsinh, uniform(-50, 50), CLOSE),
    ("acosh", "acosh({x})", np.arccosh, uniform(1, 50), CLOSE),
    ("atanh", "atanh({x})", np.arctanh, uniform(-0.99, 0.99), CLOSE),
    ("floor", "floor({x})", np.floor, uniform(-9, 9), 0),
    ("ceil", "ceil({x})", np.ceil, uniform(-9, 9), 0),
    ("round", "round({x})", half_away, np.round(uniform(-9, 9) * 2) / 2, 0),
    ("frac", "frac({x})", lambda x: x - np.floor(x), uniform(-9, 9), CLOSE),
    ("mod", "mod({x}, 2.5)", lambda x: np.fmod(x, 2.5), uniform(-9, 9), CLOSE),
    ("sign", "sign({x})", np.sign, np.round(uniform(-2, 2)), 0),
    ("saturate", "saturate({x})", lambda x: np.clip(x, 0, 1), uniform(-2, 2), 0),
    ("clamp", "clamp({x}, 4.5)", lambda x: np.clip(x, 0, 4.5), uniform(-9, 9), 0),
    ("periodize", "periodize({x}, 2.5)", lambda x: np.mod(x, 2.5), uniform(-9, 9), CLOSE),
    ("mirror_ext", "mirror_ext({x}, 5)", lambda x: mirrored(x, 5), whole(-20, 20), 0),
    ("lerp", "lerp({x}, 3, 0.25)", lambda x: 0.75 * x + 0.75, uniform(-9, 9), CLOSE),
    ("erf", "erf({x})", special.erf, uniform(-3, 3), CLOSE),
    ("erfc", "erfc({x})", special.erfc, uniform(-3, 3), CLOSE),
    ("erfinv", "erfinv({x})", special.erfinv, uniform(-0.999, 0.999), NEAR),
    ("erfcinv", "erfcinv({x})", special.erfcinv, uniform(0.001, 1.999), NEAR),
    ("lgamma", "lgamma({x})", special.gammaln, uniform(0.1, 30), NEAR),
    ("tgamma", "tgamma({x})", special.gamma, uniform(0.1, 12), NEAR),
    ("factorial", "factorial({x})", special.factorial, whole(0, 12), CLOSE),
    ("isnan", "isnan({x})", np.isnan, np.where(whole(0, 2) > 1, np.nan, 1), 0),
    ("isinf", "isinf({x})", np.isinf, np.where(whole(0, 2) > 1, -np.inf, np.where(whole(0, 2) > 1, np.nan, 1)), 0),
    ("isfinite", "isfinite({x})", np.isfinite, np.where(whole(0, 2) > 1, np.inf, np.where(whole(0, 2) > 1, np.nan, 1)), 0),
    ("nextpow2", "nextpow2({x})", power_above, uniform(-3, 40), 0),
    ("int", "int({x})", np.trunc, uniform(-9, 9), 0),
    ("real", "real({x})", np.real, uniform(-9, 9), 0),
    ("imag", "imag({x})", np.imag, uniform(-9, 9), 0),
    ("conj", "conj({x})", np.conj, uniform(-9, 9), 0),
    ("angle", "angle({x})", np.angle, uniform(-9, 9), CLOSE),
    ("min", "min({x}, 1.5)", lambda x: np.minimum(x, 1.5), uniform(-9, 9), 0),
    ("max", "max({x}, 1.5)", lambda x: np.maximum(x, 1.5), uniform(-9, 9), 0),
]
WHOLE = [
    ("abs", "abs({x})", np.abs, whole(-9, 9), 0),
    ("sqrt", "sqrt({x})", np.sqrt, whole(0, 50), CLOSE),
    ("exp", "exp({x})", np.exp, whole(-10, 10), CLOSE),
    ("log", "log({x})", np.log, whole(1, 100), CLOSE),
    ("pow", "pow({x}, 3)", lambda x: x**3, whole(-9, 9), CLOSE),
    ("sin", "sin({x})", np.sin, whole(-30, 30), CLOSE),
    ("atan2", "atan2({x}, -2)", lambda x: np.arctan2(x, -2), whole(-20, 20), CLOSE),
    ("floor", "floor({x})", np.floor, whole(-9, 9), 0),
    ("round", "round({x})", np.round, whole(-9, 9), 0),
    ("frac", "frac({x})", np.zeros_like, whole(-9, 9), 0),
    ("mod", "mod({x}, 5)", lambda x: np.fmod(x, 5), whole(-20, 20), 0),
    ("sign", "sign({x})", np.sign, whole(-2, 2), 0),
    ("saturate", "saturate({x})", lambda x: np.clip(x, 0, 1), whole(-3, 3), 0),
    ("clamp", "clamp({x}, 4)", lambda x: np.clip(x, 0, 4), whole(-9, 9), 0),
    ("periodize", "periodize({x}, 5)", lambda x: np.mod(x, 5), whole(-20, 20), 0),
    ("mirror_ext", "mirror_ext({x}, 5)", lambda x: mirrored(x, 5), whole(-20, 20), 0),
    ("lerp", "lerp({x}, 3, 0.25)", lambda x: 0.75 * x + 0.75, whole(-9, 9), CLOSE),
    ("factorial", "factorial({x})", special.factorial, whole(0, 12), CLOSE),
    ("isnan", "isnan({x})", np.isnan, whole(-9, 9), 0),
    ("isfinite", "isfinite({x})", np.isfinite, whole(-9, 9), 0),
    ("and", "and({x}, 6)", lambda x: np.bitwise_and(x.astype(int), 6), whole(-20, 20), 0),
    ("or", "or({x}, 6)", lambda x: np.bitwise_or(x.astype(int), 6), whole(-20, 20), 0),
    ("xor", "xor({x}, 6)", lambda x: np.bitwise_xor(x.astype(int), 6), whole(-20, 20), 0),
    ("not", "not({x})", lambda x: np.invert(x.astype(int)), whole(-20, 20), 0),
    ("shl", "shl({x}, 3)", lambda x: np.left_shift(x.astype(int), 3), whole(-20, 20), 0),
    ("shr", "shr({x}, 1)", lambda x: np.right_shift(x.astype(int), 1), whole(-20, 20), 0),
    ("nextpow2", "nextpow2({x})", power_above, whole(-3, 70), 0),
    ("float", "float({x})/2", lambda x: x / 2, whole(-9, 9), 0),
    ("int", "int({x})", np.trunc, whole(-9, 9), 0),
    ("min", "min({x}, 2)", lambda x: np.minimum(x, 2), whole(-9, 9), 0),
    ("max", "max({x}, 2)", lambda x: np.maximum(x, 2), whole(-9, 9), 0),
]
COMPLEX = [
    ("abs", "abs({x})", np.abs, plane(-9, 9), CLOSE),
    ("sqrt", "sqrt({x})", np.sqrt, plane(-9, 9), CLOSE),
    ("rsqrt", "rsqrt({x})", lambda x: 1 / np.sqrt(x), plane(0.5, 9), NEAR),
    ("exp", "exp({x})", np.exp, plane(-3, 3), NEAR),
    ("exp2", "exp2({x})", np.exp2, plane(-3, 3), NEAR),
    ("log", "log({x})", np.log, plane(-9, 9), CLOSE),
    ("log2", "log2({x})", np.log2, plane(-9, 9), CLOSE),
    ("log10", "log10({x})", np.log10, plane(-9, 9), CLOSE),
    ("pow", "pow({x}, 2.5)", lambda x: x**2.5, plane(-3, 3), NEAR),
    ("pow of an int", "pow({x}, 3)", lambda x: x**3, plane(-3, 3), CLOSE),
    ("sin", "sin({x})", np.sin, plane(-3, 3), NEAR),
    ("cos", "cos({x})", np.cos, plane(-3, 3), NEAR),
    ("tan", "tan({x})", np.tan, plane(-1, 1), NEAR),
    ("asin", "asin({x})", np.arcsin, plane(-3, 3), NEAR),
    ("acos", "acos({x})", np.arccos, plane(-3, 3), NEAR),
    ("atan", "atan({x})", np.arctan, plane(-3, 3), NEAR),
    ("sinh", "sinh({x})", np.sinh, plane(-3, 3), NEAR),
    ("cosh", "cosh({x})", np.cosh, plane(-3, 3), NEAR),
    ("tanh", "tanh({x})", np.tanh, plane(-1, 1), NEAR),
    ("asinh", "asinh({x})", np.arcsinh, plane(-3, 3), NEAR),
    ("acosh", "acosh({x})", np.arccosh, plane(-3, 3), NEAR),
    ("atanh", "atanh({x})", np.arctanh, plane(-3, 3), NEAR),
    ("lerp", "lerp({x}, 3i, 0.25)", lambda x: 0.75 * x + 0.75j, plane(-9, 9), CLOSE),
    ("real", "real({x})", np.real, plane(-9, 9), 0),
    ("imag", "imag({x})", np.imag, plane(-9, 9), 0),
    ("conj", "conj({x})", np.conj, plane(-9, 9), 0),
    ("angle", "angle({x})", np.angle, plane(-9, 9), CLOSE),
    ("complex", "complex({x})", lambda x: x, plane(-9, 9), 0),
    ("isnan", "isnan({x})", np.isnan, plane(-9, 9) + np.where(whole(0, 2) > 1, 1j * np.nan, 0), 0),
    ("isfinite", "isfinite({x})", np.isfinite, plane(-9, 9), 0),
]

CHECK = """
% Prints the rows whose part of y is not that of w, and how many there are. Row k ends in front of place at[k] and has the tolerance
% tolerances[k] and the extents shapes[k], as digits of base 100.
function [] = compare(rows : string, y, w, at : vec, tolerances : vec, found : vec[int], shapes : vec)
    names = strsplit(rows, "|")
    bad = 0
    first = 0
    k = 0
    while k < numel(at)
        worst = 0.0
        n = first
        while n < at[k]
            known = y[n] == w[n] || isnan(y[n]) && isnan(w[n])
            far = abs(y[n] - w[n])/max(1.0, abs(w[n]))
            worst = known ? worst : (far >= 0 ? max(worst, far) : 1/0)
            n += 1
        end
        if worst > tolerances[k] || found[k] != shapes[k]
            bad += 1
            print names[k], ": ", y[first..int(at[k])-1], " and not ", w[first..int(at[k])-1], ", extents ", found[k], " of ", shapes[k]
        end
        first = int(at[k])
        k += 1
    end
    print bad, " of ", numel(at), " rows differ"
end
"""


class Program:
    """A program that is being written: functions that store results behind each other in a vector `r`, and what is expected there."""

    def __init__(self, name, about, is_complex=False, features=""):
        self.name, self.about, self.is_complex, self.features = name, about, is_complex, features
        self.functions, self.groups, self.rows, self.wanted, self.count = [], [], [], [], 0

    def array(self, name, value):
        """Keeps an array and returns what loads it."""
        value = np.asarray(value)
        name = f"{self.name} {name}"
        assert name not in arrays, name
        arrays[name] = value
        kind = ', "complex"' if np.iscomplexobj(value) else ""
        return f'load("rows.npz", "{name}"{kind})'

    def group(self, *lines):
        """Starts a function of some rows, which begins with these lines."""
        self.groups.append(list(lines))

    def row(self, row, call, want, tolerance, extents=None):
        """A row; with extents, those of the result are compared, too."""
        want = np.asarray(want).ravel()
        at, number = self.count, len(self.rows)
        self.count += want.size
        self.wanted.append(want)
        lines = self.groups[-1]
        if extents is None and want.size == 0:
            lines.append(f"f[{number}] = numel({call})")
        elif extents is None:
            lines.append(f"r[{at}..{self.count - 1}] = {call}")
        else:
            lines.append(f"t{number} = {call}")
            lines.append(f"f[{number}] = {' + '.join(f'{100**k}*size(t{number},{k})' for k in range(len(extents)))}")
            if want.size > 0:
                lines.append(f"r[{at}..{self.count - 1}] = reshape(t{number}, [1,{want.size}])")
        self.rows.append((row, self.count, tolerance, sum(n * 100**k for k, n in enumerate(extents or []))))

    def shape_row(self, row, call, want, tolerance):
        want = np.asarray(want)
        extents = want.shape if want.ndim > 1 else (1, want.size)
        self.row(row, call, want, tolerance, [*extents, 1, 1, 1][:4])

    def text(self):
        about = [f"% {line}" for line in self.about]
        head = [f"%! features: {self.features}"] if self.features else []
        head += ["%! files: rows.npz", *about, "% Written by tests/library/rows.py, with the numbers from NumPy and SciPy."]
        of_r = "vec[cscalar]" if self.is_complex else "vec"
        functions = []
        for number, lines in enumerate(self.groups):
            functions += [f"function [] = rows_{number}(r : {of_r}, f : vec[int])", *(f"    {line}" for line in lines), "end", ""]
        names, at, tolerances, shapes = zip(*self.rows)
        names = [name.replace('"', "") for name in names]
        kind = complex if self.is_complex else float
        loaded = [self.array(key, value) for key, value in (("at", at), ("tolerances", tolerances), ("shapes", shapes))]
        body = [
            f"r = {of_r}({self.count})",
            f"f = vec[int]({len(names)})",
            *(f"rows_{number}(r, f)" for number in range(len(self.groups))),
            f"w = {self.array('w', np.concatenate(self.wanted).astype(kind))}",
            'names = "' + '|" + _\n    "'.join("|".join(names[k : k + 8]) for k in range(0, len(names), 8)) + '"',
            f"compare(names, r, w, {', '.join(loaded)[: -len(loaded[2]) - 2]}, f, {loaded[2]})",
            f"% => 0 of {len(names)} rows differ",
        ]
        return "\n".join([*head, CHECK.strip(), "", *self.functions, *functions, *body, ""])


def elementwise(name, table, kind, element, make):
    """Each function of a table on the host, on arrays of one to four dimensions and numbers, in a kernel, and in a device function."""
    is_complex = any(np.iscomplexobj(row[3]) for row in table)
    number = complex if is_complex else float
    program = Program(name, [f"Functions of each element, for {kind}."], is_complex)
    load = make.format(program.array("x", np.array([row[3] for row in table], dtype=number)))
    results = np.array([row[2](row[3]) for row in table], dtype=number)
    matrix, zeros = ("cmat", "czeros") if is_complex else ("mat", "zeros")
    head = f"(x : mat[{element}], y : {matrix}, pos : int)"
    lines = [f"    y[{k},pos] = {row[1].format(x=f'x[{k},pos]')}" for k, row in enumerate(table)]
    program.functions += [f"function [] = __kernel__ each{head}", *lines, "end", ""]
    # Complex functions are long: once in a kernel is enough of them.
    lines = [f"    y[{k},3*pos..3*pos+2] = {row[1].format(x=f'x[{k},3*pos..3*pos+2]')}" for k, row in enumerate(table)]
    if not is_complex:
        program.functions += [f"function [] = __kernel__ by_threes{head}", *lines, "end", ""]
    for k, row in enumerate(table):
        call = row[1].format(x="x")
        program.functions += [f"function y = __device__ device_{k}(x : {element})", f"    y = {call}", "end", ""]
    program.group(f"x = {load}", f"y = {zeros}(size(x))", f"z = {zeros}(size(x))")
    program.groups[-1].append(f"parallel_do({COUNT}, x, y, each)")
    if not is_complex:
        program.groups[-1].append(f"parallel_do({COUNT // 3}, x, z, by_threes)")
    for k, (function, _, _, _, tolerance) in enumerate(table):
        program.row(f"{function} in a kernel", f"y[{k},:]", results[k], tolerance)
        if not is_complex:
            program.row(f"{function} of three in a kernel", f"z[{k},:]", results[k], tolerance)
    empty = {"int": "vec[int](0)", "cscalar": "vec[cscalar](0)"}.get(element, "vec(0)")
    for k, (function, call, _, _, tolerance) in enumerate(table):
        if k % 8 == 0:
            program.group(f"x = {load}", f"empty = {empty}")
        extents = [[1, COUNT, 1, 1], [4, 6, 1, 1], [2, 3, 4, 1], [2, 3, 2, 2]][k % 4]
        program.row(f"{function} of {extents}", call.format(x=f"reshape(x[{k},:], {extents})"), results[k], tolerance, extents)
        program.row(f"{function} of a number", call.format(x=f"x[{k},7]"), results[k, 7], tolerance)
        program.row(f"{function} in a device function", f"device_{k}(x[{k},11])", results[k, 11], tolerance)
        program.row(f"{function} of nothing", call.format(x="empty"), [], 0)
    return program


def deviation(x, axis=None):
    count = x.size if axis is None else x.shape[axis]
    return np.std(x, axis=axis, ddof=1) if count > 1 else np.zeros_like(np.mean(x, axis=axis))


def spread(x, axis=None):
    return deviation(x, axis) ** 2


REDUCTIONS = [
    ("sum", np.sum, "sic", CLOSE),
    ("prod", np.prod, "sic", NEAR),
    ("min", np.min, "si", 0),
    ("max", np.max, "si", 0),
    ("mean", np.mean, "sic", CLOSE),
    ("std", deviation, "sic", NEAR),
    ("var", spread, "sic", NEAR),
    ("median", np.median, "si", CLOSE),
    ("any", np.any, "sic", 0),
    ("all", np.all, "sic", 0),
]
RUNNING = [
    ("cumsum", np.cumsum, "sic", CLOSE),
    ("cumprod", np.cumprod, "sic", NEAR),
    ("cummin", np.minimum.accumulate, "si", 0),
    ("cummax", np.maximum.accumulate, "si", 0),
]
EXTENTS = [(1, 7), (6, 1), (3, 5), (2, 3, 4), (2, 3, 2, 2)]
KINDS = {
    "s": ("scalar", lambda e: np.where(whole(0, 3, e) > 2, 0, uniform(-2, 2, e)), "{}"),
    "i": ("int", lambda e: whole(-3, 3, e), "int({})"),
    "c": ("cscalar", lambda e: np.where(whole(0, 3, e) > 2, 0, plane(-2, 2, e)), "{}"),
    "b": ("uint8", lambda e: whole(0, 9, e), "cast({}, uint8)"),
    "h": ("int16", lambda e: with_zero(whole(-9, 9, e)), "cast({}, int16)"),
}


def with_zero(x):
    """Products of more elements than an int holds are 0."""
    if x.size > 9:
        x.flat[0] = 0
    return x


def fitting(kind, x):
    """Totals of ints that do not fit are an error: tests/programs/library/totals_of_ints_that_do_not_fit.q."""
    assert kind in "sc" or np.all(np.abs(x) < 2.0**31)
    return x


def reductions(kind):
    """Each reduction of each shape, of all elements and along each dimension."""
    name, make, load = KINDS[kind]
    program = Program(f"reductions_{name}", [f"Reductions of {name} arrays of one to four dimensions, of all elements and along each of them."], kind == "c")
    like = {"b": "i", "h": "i"}.get(kind, kind)
    for number, extents in enumerate(EXTENTS):
        x = f"x{number}"
        value = make(extents)
        program.group(f"{x} = {load.format(program.array(x, value))}")
        for function, reference, kinds, tolerance in REDUCTIONS:
            if like not in kinds:
                continue
            program.row(f"{function} of {x}", f"{function}({x})", fitting(kind, reference(value)), tolerance)
            for axis in range(len(extents)):
                want = fitting(kind, np.expand_dims(reference(value, axis=axis), axis))
                name = {"min": "mindim", "max": "maxdim"}.get(function, function)
                program.shape_row(f"{name} of {x} along {axis}", f"{name}({x}, {axis})", want, tolerance)
        for function, reference, kinds, tolerance in RUNNING:
            if like not in kinds:
                continue
            # The default dimension is the last one, along which a column has one element.
            want = fitting(kind, reference(value, axis=len(extents) - 1))
            program.shape_row(f"{function} of {x}", f"{function}({x})", want, tolerance)
            for axis in range(len(extents)):
                want = fitting(kind, reference(value, axis=axis))
                program.shape_row(f"{function} of {x} along {axis}", f"{function}({x}, {axis})", want, tolerance)
        program.row(f"dotprod of {x}", f"dotprod({x}, {x})", np.sum(value * value), NEAR)
        program.row(f"norm of {x}", f"norm({x})", np.sqrt(np.sum(np.abs(value) ** 2)), NEAR)
    return program


def shapes(kind):
    """Functions that move, repeat and join elements."""
    name, make, load = KINDS[kind]
    program = Program(f"shapes_{name}", [f"Functions that move, repeat and join the elements of {name} arrays."], kind == "c")
    values, loads = {}, {}
    for number, extents in enumerate([(1, 5), (4, 1), (3, 4), (2, 3, 4), (2, 1, 3), (2, 3, 2, 2)]):
        values[f"x{number}"] = make(extents)
        loads[f"x{number}"] = f"x{number} = {load.format(program.array(f'x{number}', values[f'x{number}']))}"

    def row(call, want):
        program.shape_row(call, call, want, 0)

    for x, value in values.items():
        program.group(loads[x])
        flat = value.size
        row(f"copy({x})", value)
        row(f"deepcopy({x})", value)
        row(f"reshape({x}, [{flat}, 1])", value.reshape(flat, 1))
        row(f"reshape({x}, [1, {flat}])", value.reshape(1, flat))
        row(f"find({x})", np.argwhere(value != 0))
        shift = [1, -2, 1, 3][: value.ndim]
        row(f"circshift({x}, {shift})", np.roll(value, [-s for s in shift], range(value.ndim)))
        times = [2, 3, 1, 2][: value.ndim]
        row(f"repmat({x}, {times})", np.tile(value, times))
        kept = [n for n in value.shape if n != 1]
        row(f"squeeze({x})", value.reshape(kept if len(kept) > 1 else [*kept, 1]))
        order = [*range(1, value.ndim), 0]
        row(f"shuffledims({x}, {order})", np.transpose(value, order))
        for axis in range(min(value.ndim + 1, 4)):
            wide = value.reshape(value.shape + (1,) * (axis + 1 - value.ndim))
            row(f"cat({x}, {x}, {x}, {axis})", np.concatenate([wide] * 3, axis))
        row(f"vertcat({x}, {x})", np.concatenate([value] * 2, 0))
        row(f"horzcat({x}, {x})", np.concatenate([value] * 2, 1))
        if value.ndim == 2:
            row(f"transpose({x})", value.T)
            row(f"herm_transpose({x})", np.conj(value.T))
            if 1 not in value.shape:
                row(f"diag({x})", np.diag(value).reshape(1, -1))
    program.group(*loads.values())
    row("diagm(x0)", np.diag(values["x0"].ravel()))
    row("diagm(x1)", np.diag(values["x1"].ravel()))
    row("reshape(x3, [4, 6])", values["x3"].reshape(4, 6))
    row("reshape(x2, [2, 3, 2])", values["x2"].reshape(2, 3, 2))
    row("repmat(x2, [1, 2, 2])", np.tile(values["x2"][:, :, None], [1, 2, 2]))
    return program


SMALL = [
    ("sum(v)", lambda v, m: np.sum(v)),
    ("sum(m)", lambda v, m: np.sum(m)),
    ("sum(m, 0)", lambda v, m: np.sum(m, 0)),
    ("sum(m, 1)", lambda v, m: np.sum(m, 1)),
    ("prod(m)", lambda v, m: np.prod(m)),
    ("prod(m, 1)", lambda v, m: np.prod(m, 1)),
    ("mean(v)", lambda v, m: np.mean(v)),
    ("mean(m, 0)", lambda v, m: np.mean(m, 0)),
    ("min(m)", lambda v, m: np.min(m.real)),
    ("max(v)", lambda v, m: np.max(v.real)),
    ("mindim(m, 0)", lambda v, m: np.min(m.real, 0)),
    ("maxdim(m, 1)", lambda v, m: np.max(m.real, 1)),
    ("any(m)", lambda v, m: np.any(m)),
    ("any(m, 1)", lambda v, m: np.any(m, 1)),
    ("all(v)", lambda v, m: np.all(v)),
    ("all(m, 0)", lambda v, m: np.all(m, 0)),
    ("cumsum(v)", lambda v, m: np.cumsum(v)),
    ("cumsum(m, 0)", lambda v, m: np.cumsum(m, 0)),
    ("cumprod(m)", lambda v, m: np.cumprod(m, 1)),
    ("cummin(m, 0)", lambda v, m: np.minimum.accumulate(m.real, 0)),
    ("cummax(v)", lambda v, m: np.maximum.accumulate(v.real)),
    ("dotprod(v, v)", lambda v, m: np.sum(v * v)),
    ("norm(m)", lambda v, m: np.sqrt(np.sum(np.abs(m) ** 2))),
    ("transpose(m)", lambda v, m: m.T),
    ("herm_transpose(m)", lambda v, m: np.conj(m.T)),
    ("reshape(m, [3,2])", lambda v, m: m.reshape(3, 2)),
    ("repmat(v, [2,1])", lambda v, m: np.tile(v, [2, 1])),
    ("shuffledims(m, [1,0])", lambda v, m: m.T),
    ("squeeze(m)", lambda v, m: m),
    ("copy(m)", lambda v, m: m),
    ("diag(m)", lambda v, m: np.diag(m)),
    ("diagm(v)", lambda v, m: np.diag(v)),
    ("m*transpose(m)", lambda v, m: m @ m.T),
    ("eye(2)", lambda v, m: np.eye(2)),
    ("zeros(2)", lambda v, m: np.zeros(2)),
    ("ones(2,3)", lambda v, m: np.ones((2, 3))),
    ("linspace(1, 3, 4)", lambda v, m: np.linspace(1, 3, 4)),
    ("size(m)", lambda v, m: np.array(m.shape)),
    ("[numel(m)]", lambda v, m: np.array([m.size])),
    ("[ndims(m)]", lambda v, m: np.array([m.ndim])),
    ("[isempty(v)]", lambda v, m: np.array([0])),
    ("ind2pos([2,3], 4)", lambda v, m: np.array(np.unravel_index(4, (2, 3)))),
    ("[pos2ind([2,3], [1,2])]", lambda v, m: np.array([np.ravel_multi_index((1, 2), (2, 3))])),
]
ORDERED = ("min", "max", "cummin", "cummax", "mindim", "maxdim")


def small(kind):
    """The same functions on arrays of known size, in kernels and in device functions that the host calls."""
    element, make, load = KINDS[kind]
    title = f"Reductions and functions of the shape of small {element} arrays, in a kernel and in device functions that the host calls."
    program = Program(f"small_{element}", [title], kind == "c")
    table = [row for row in SMALL if kind != "c" or not row[0].startswith(ORDERED)]
    x = np.stack([make((9,)) for _ in range(3)])
    load = f"x = {load.format(program.array('x', x))}"
    program.group(load)
    lists = [f"    v = [{', '.join(f'x[pos,{k}]' for k in range(3))}]"]
    lists += [f"    m = [[{', '.join(f'x[pos,{k}]' for k in (3, 4, 5))}],[{', '.join(f'x[pos,{k}]' for k in (6, 7, 8))}]]"]
    lines, offset, kernel_rows = [], 0, []
    for number, (call, reference) in enumerate(table):
        results = np.stack([np.asarray(reference(row[:3], row[3:].reshape(2, 3))).ravel() for row in x])
        count = results.shape[1]
        program.functions += [f"function y = __device__ of_{number}(x : mat[{element}], pos : int)", *lists, f"    y = {call}", "end", ""]
        value = f"of_{number}(x, pos)"
        is_array = count > 1 or call.startswith("[")
        if is_array:
            lines += [f"    y[pos,{offset}..{offset + count - 1}] = reshape({value}, [1,{count}])"]
        else:
            lines += [f"    y[pos,{offset}] = {value}"]
        kernel_rows.append((call, f"y[:,{offset}..{offset + count - 1}]", results))
        if number % 8 == 0:
            program.group(load)
        value = f"of_{number}(x, 1)"
        program.row(f"{call} on the host", f"reshape({value}, [1,{count}])" if is_array else value, results[1], NEAR)
        offset += count
    matrix, zeros = ("cmat", "czeros") if kind == "c" else ("mat", "zeros")
    program.functions += [f"function [] = __kernel__ each(x : mat[{element}], y : {matrix}, pos : int)", *lines, "end", ""]
    program.group(load, f"y = {zeros}(3, {offset})", "parallel_do(3, x, y, each)")
    for call, value, results in kernel_rows:
        program.row(f"{call} in a kernel", f"reshape({value}, [1,{results.size}])", results, NEAR)
    return program


def fourier(is_complex):
    """Transforms of arrays of two to four dimensions."""
    element = "cscalar" if is_complex else "scalar"
    program = Program(f"fourier_{element}", [f"Fourier transforms of {element} arrays of two to four dimensions, as numpy.fft has them."], True)
    for number, extents in enumerate([(1, 6), (4, 5), (2, 3, 4), (2, 3, 2, 2)]):
        x = f"x{number}"
        value = plane(-2, 2, extents) if is_complex else uniform(-2, 2, extents)
        last, dims = len(extents) - 1, range(len(extents))
        program.group(f"{x} = {program.array(x, value)}")

        def row(call, want):
            program.shape_row(call, call, want, NEAR)

        for name, axes in (("1", [last]), ("2", [0, 1]), ("3", [0, 1, 2])):
            if max(axes) <= last:
                row(f"fft{name}({x})", np.fft.fftn(value, axes=axes))
                row(f"ifft{name}({x})", np.fft.ifftn(value, axes=axes))
                row(f"irealfft{name}(fft{name}(real({x})))", value.real)
        for axes in ([0], [last], [*dims], [last, 0]):
            axes = list(dict.fromkeys(axes))
            row(f"fftn({x}, {axes})", np.fft.fftn(value, axes=axes))
            row(f"ifftn({x}, {axes})", np.fft.ifftn(value, axes=axes))
            row(f"irealfftn(fftn(real({x}), {axes}), {axes})", value.real)
    return program


def algebra(is_complex):
    """Linear algebra; of factors the products are compared, since signs are free."""
    element = "cscalar" if is_complex else "scalar"
    program = Program(f"algebra_{element}", [f"Linear algebra of {element} matrices, as numpy.linalg and scipy.linalg have it."], is_complex)
    make = plane if is_complex else uniform
    A = make(-1, 1, (5, 5)) + 3 * np.eye(5)
    T, B, y, x = make(-1, 1, (6, 4)), make(-1, 1, (5, 3)), make(-1, 1, (1, 5)), make(-1, 1, (1, 5))
    S = np.stack([make(-1, 1, (3, 3)) + 2 * np.eye(3) for _ in range(4)], 2)
    Z = make(-1, 1, (3, 2, 4))
    H = A @ np.conj(A.T)
    H = (H + np.conj(H.T)) / 2
    kinds = dict.fromkeys("SZ", "ccube" if is_complex else "cube")
    matrix = "cmat" if is_complex else "mat"
    loads = [f"{name} : {kinds.get(name, matrix)} = {program.array(name, value)}" for name, value in zip("ATByxSZH", (A, T, B, y, x, S, Z, H))]
    # Kept in single precision; the references are of what is kept.
    arrays[f"{program.name} H"] = H = H.astype(np.complex64 if is_complex else np.float32).astype(H.dtype)
    stack = lambda f, *parts: np.stack([f(*(part[:, :, k] for part in parts)) for k in range(4)], 2)
    size = lambda v: np.abs(v.real) + np.abs(v.imag)
    herm = "herm_transpose"
    inverse, solve, norm = np.linalg.inv, np.linalg.solve, np.linalg.norm
    singular = np.linalg.svd(T)[1]
    spectrum = np.linalg.eigvalsh(H)
    lines = [
        ("inv(A)", inverse(A)),
        ("pinv(T)", np.linalg.pinv(T)),
        ("det(A)", np.linalg.det(A)),
        ("trace(A)", np.trace(A)),
        ("kron(B, T)", np.kron(B, T)),
        ("cond(T)", singular[0] / singular[-1]),
        ("rank(T)", 4),
        ("lsolve(A, B)", solve(A, B)),
        ("lsolve(T, T)", np.eye(4)),
        ("norm(T)", norm(T)),
        ("dotprod(x, y)", np.sum(x * y)),
        ("A*B", A @ B),
        ("A^3", A @ A @ A),
        ("blas_amax(x)", np.argmax(size(x))),
        ("blas_amin(x)", np.argmin(size(x))),
        ("blas_asum(x)", np.sum(size(x))),
        ("blas_nrm2(x)", norm(x)),
        ("blas_dot(x, y)", np.sum(x * y)),
        ("blas_scal(2, x)", 2 * x),
        ("blas_axpy(2, x, y)", 2 * x + y),
        ("blas_gemm(2, A, B)", 2 * A @ B),
        ('blas_gemm(2, A, B, 3, B, "t", "n")', 2 * A.T @ B + 3 * B),
        ('blas_gemm(1, A, A, 0, A, "c", "t")', np.conj(A.T) @ A.T),
        ("blas_gemv(2, A, x)", 2 * A @ x.T),
        ('blas_gemv(2, A, x, 3, y, "t")', 2 * A.T @ x.T + 3 * y.T),
        ('blas_geam(2, A, 3, A, "n", "c")', 2 * A + 3 * np.conj(A.T)),
        ("blas_transpose(B)", B.T),
        ("blas_hermtranspose(B)", np.conj(B.T)),
        ("blas_trsv(A, x)", solve(np.tril(A), x.T).T),
        ('blas_trsv(A, x, "u", "t")', solve(np.triu(A).T, x.T).T),
        ("blas_chol(H)", np.linalg.cholesky(H)),
        ("chol(H)", np.conj(np.linalg.cholesky(H).T)),
        ("blas_cholsolve(blas_chol(H), B)", solve(H, B)),
        ("logdet(H)", np.linalg.slogdet(H)[1]),
        ("blas_lusolve(A, B)", solve(A, B)),
        ("blas_lusolvebatched(S, Z)", stack(solve, S, Z)),
        ("blas_lumatinvbatched(S)", stack(inverse, S)),
        ("blas_matinvbatches(S)", stack(inverse, S)),
    ]
    for k, (call, want) in enumerate(lines):
        if k % 10 == 0:
            program.group(*loads)
        if np.ndim(want):
            program.shape_row(call.replace('"', ""), call, want, NEAR)
        else:
            program.row(call, call, want, NEAR)
    program.group(*loads)
    own = program.groups[-1]
    own += ["[U, s, V] = svd(T)", "[u, g, v] = blas_gesvd(T)", "[W, d] = symeig(H)", "[E, e] = eig(A)", "[Q, R] = qr(T)", "[L, M, P] = lu(A)"]
    own += ["[F, t] = blas_qr(T)", "G = blas_q(F, t)", "[K, p] = blas_lu(A)", "[C, q] = blas_lubatched(S)"]
    for call, want in (
        ("diag(s)", singular),
        (f"U*s*{herm}(V)", T),
        ("g", singular),
        ("u*diagm(g)*v", T),
        ("d", spectrum),
        (f"W*diagm(d)*{herm}(W)", H),
        (f"{herm}(W)*W", np.eye(5)),
        ("Q*R", T),
        (f"{herm}(Q)*Q", np.eye(4)),
        (f"{herm}(G)*G", np.eye(4)),
        ("P*A - L*M", np.zeros((5, 5))),
        ("blas_lusolve(K, p, B)", solve(A, B)),
        ("blas_lusolvebatched(C, q, Z)", stack(solve, S, Z)),
        ("blas_lumatinvbatched(C, q)", stack(inverse, S)),
    ):
        program.shape_row(call, call, want, NEAR)
    # Eigenvalues in the order of their real parts, which are all different here.
    values = np.linalg.eigvals(A)
    values = values[np.lexsort((values.imag, values.real))]
    program.shape_row("parts of e", "vertcat(real(e), imag(e))", np.stack([values.real, values.imag]), NEAR)
    program.shape_row("A*E - E*diagm(e)", "abs(A*E - E*diagm(e))", np.zeros((5, 5)), NEAR)
    return program


def products(x, w, pad, step, dilation, flip):
    """The places in y, x and w of all products of a convolution of N x C x D x H x W, from its definition, and the extents of y."""
    n, channels = x.shape[:2]
    filters, deep = w.shape[:2]
    spaces = [
        (size + 2 * p - d * (k - 1) - 1) // s + 1 for size, k, p, s, d in zip(x.shape[2:], w.shape[2:], pad, step, dilation)
    ]
    if deep == channels:
        pairs = [(k, c, k, c) for k in range(filters) for c in range(deep)]
    elif deep == 1:
        pairs = [(c * filters + k, c, k, 0) for k in range(filters) for c in range(channels)]
    else:
        pairs = [(c // deep, c, 0, c % deep) for c in range(channels)]
    found = []
    for batch in range(n):
        for to, channel, row, column in pairs:
            for at in np.ndindex(*spaces):
                for tap in np.ndindex(*w.shape[2:]):
                    place = [a * s + t * d - p for a, s, t, d, p in zip(at, step, tap, dilation, pad)]
                    if all(0 <= i < size for i, size in zip(place, x.shape[2:])):
                        turned = [k - 1 - t for k, t in zip(w.shape[2:], tap)] if flip else tap
                        found.append(((batch, to, *at), (batch, channel, *place), (row, column, *turned)))
    places = [tuple(np.array(column).T) for column in zip(*found)]
    return (*places, (n, 1 + max(pair[0] for pair in pairs), *spaces))


def networks():
    """Layers of neural networks and their gradients, from their definitions; N x C x H x W is N x C x 1 x H x W."""
    program = Program("networks", ["Layers of neural networks and their gradients against their definitions."], False, "F354 F355 F356 F358 F359 F360 F361 F362")
    cases = [
        ((2, 3, 1, 5, 6), (4, 3, 1, 3, 2), (0, 1, 2), (1, 2, 1), (1, 1, 2), True),
        ((1, 2, 1, 6, 5), (3, 1, 1, 2, 3), (0, 0, 1), (1, 1, 2), (1, 2, 1), False),
        ((2, 6, 1, 4, 4), (1, 3, 1, 3, 3), (0, 1, 1), (1, 1, 1), (1, 1, 1), True),
        ((1, 2, 4, 4, 3), (2, 2, 3, 2, 2), (1, 1, 0), (2, 1, 1), (1, 2, 1), False),
    ]
    for number, (of_x, of_w, pad, step, dilation, flip) in enumerate(cases):
        x, w = uniform(-1, 1, of_x), uniform(-1, 1, of_w)
        at_y, at_x, at_w, of_y = products(x, w, pad, step, dilation, flip)
        dy = uniform(-1, 1, of_y)
        y, dx, dw = np.zeros(of_y), np.zeros(of_x), np.zeros(of_w)
        np.add.at(y, at_y, x[at_x] * w[at_w])
        np.add.at(dx, at_x, dy[at_y] * w[at_w])
        np.add.at(dw, at_w, dy[at_y] * x[at_x])
        plain = of_x[2] == 1
        flat = (lambda a: a.reshape(*a.shape[:2], *a.shape[3:])) if plain else (lambda a: a)
        kind = "cube{4}" if plain else "cube{5}"
        loads = [f"{name} : {kind} = {program.array(f'{name}{number}', flat(value))}" for name, value in (("x", x), ("w", w), ("dy", dy))]
        program.group(*loads, "c = qdnn_conv_descriptor()", f"c.dims = {4 if plain else 5}")
        names = ("pad_d", "pad_h", "pad_w", "d", "u", "v", "dilation_d", "dilation_h", "dilation_w")
        program.groups[-1] += [f"c.{name} = {value}" for name, value in zip(names, (*pad, *step, *dilation))]
        program.groups[-1].append(f'c.mode = "{"convolution" if flip else "crosscorrelation"}"')

        def row(call, want):
            program.row(f"{call} of case {number}", f"reshape({call}, [1,{want.size}])", want, NEAR)

        row("cudnn_convolution_forward(x, w, c)", y)
        row(f"cudnn_convolution_backward_data(w, dy, c, {list(flat(x).shape)})", dx)
        row(f"cudnn_convolution_backward_filter(x, dy, c, {list(flat(w).shape)})", dw)
        row("cudnn_convolution_backward_bias(dy)", np.sum(dy, (0, 2, 3, 4)))
    x, dy = uniform(-3, 3, (2, 3, 3, 4)), uniform(-1, 1, (2, 3, 3, 4))
    loads = [f"{name} : cube{{4}} = {program.array(name, value)}" for name, value in (("x", x), ("dy", dy))]
    bent = [
        ("Sigmoid", lambda v: 1 / (1 + np.exp(-v))),
        ("Relu", lambda v: np.maximum(v, 0)),
        ("Tanh", np.tanh),
        ("ClippedRelu", lambda v: np.clip(v, 0, 1.5)),
        ("Elu", lambda v: np.where(v > 0, v, np.exp(v) - 1)),
        ("Identity", lambda v: v),
    ]
    for mode, function in bent:
        program.group(*loads, "a = qdnn_activation_descriptor()", f'a.mode = "{mode}"', "a.reluCeiling = 1.5")
        program.row(f"{mode}", "reshape(cudnn_activation_forward(x, a), [1,72])", function(x), NEAR)
        # Differences of double precision; no element is as near to a corner.
        slope = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
        program.row(f"slope of {mode}", "reshape(cudnn_activation_backward(x, dy, a), [1,72])", slope * dy, NEAR)
    program.group(*loads, "y = cudnn_softmax_forward(x)")
    y = special.softmax(x, 1)
    program.row("softmax", "reshape(y, [1,72])", y, NEAR)
    program.row("gradient of softmax", "reshape(cudnn_softmax_backward(y, dy), [1,72])", y * (dy - np.sum(y * dy, 1, keepdims=True)), NEAR)
    scale, bias = uniform(0.5, 2, 3), uniform(-1, 1, 3)
    program.group(*loads, f"scale : vec = {program.array('scale', scale)}", f"bias : vec = {program.array('bias', bias)}")
    program.groups[-1] += ["[y, m, v] = cudnn_batchnormalization_forward_training(x, scale, bias)", "[dx, ds, db] = cudnn_batchnormalization_backward(x, dy, scale)"]
    each = lambda v: v.reshape(1, 3, 1, 1)
    mean, root = each(x.mean((0, 2, 3))), np.sqrt(each(x.var((0, 2, 3))) + 1e-5)
    normal = (x - mean) / root
    ds, db = np.sum(dy * normal, (0, 2, 3)), np.sum(dy, (0, 2, 3))
    program.row("batch normalisation", "reshape(y, [1,72])", each(scale) * normal + each(bias), NEAR)
    program.row("means", "m", mean, NEAR)
    program.row("variances", "v", x.var((0, 2, 3)), NEAR)
    program.row("gradient of scale", "ds", ds, NEAR)
    program.row("gradient of bias", "db", db, NEAR)
    gradient = each(scale) / root * (dy - each(db) / 24 - normal * each(ds) / 24)
    program.row("gradient of batch normalisation", "reshape(dx, [1,72])", gradient, NEAR)
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=np.nan)
    for mode in ("Max", "AverageCountIncludePadding", "AverageCountExcludePadding"):
        program.group(*loads, "p = qdnn_pooling_descriptor()", "p.pad_h = 1", "p.pad_w = 1", "p.w = 3", "p.stride_h = 1", f'p.mode = "{mode}"')
        y, dx = np.zeros((2, 3, 4, 2)), np.zeros_like(padded)
        pooled = np.round(uniform(-1, 1, y.shape), 2).astype(np.float32).astype(float)
        for n, c, i, j in np.ndindex(*y.shape):
            window = padded[n, c, i : i + 2, 2 * j : 2 * j + 3]
            part = dx[n, c, i : i + 2, 2 * j : 2 * j + 3]
            if mode == "Max":
                y[n, c, i, j] = np.nanmax(window)
                part[np.unravel_index(np.nanargmax(window), window.shape)] += pooled[n, c, i, j]
            else:
                count = 6 if mode == "AverageCountIncludePadding" else np.sum(~np.isnan(window))
                y[n, c, i, j] = np.nansum(window) / count
                part += pooled[n, c, i, j] / count
        program.groups[-1].append(f"pooled : cube{{4}} = {program.array('pooled ' + mode, pooled)}")
        program.row(mode, "reshape(cudnn_pooling_forward(x, p), [1,48])", y, NEAR)
        program.row(f"gradient of {mode}", "reshape(cudnn_pooling_backward(x, pooled, p), [1,72])", dx[:, :, 1:-1, 1:-1], NEAR)
        program.row(f"extents of {mode}", "cudnn_pooling_getforwardoutputdim([2,3,3,4], p)", [2, 3, 4, 2], 0)
    program.group(*loads, f"z : cube{{5}} = {program.array('z', uniform(-1, 1, (1, 2, 3, 2, 2)))}")
    z = arrays["networks z"]
    program.row("hwcn", "reshape(cudnn_hwcn_tensor(x), [1,72])", x.transpose(2, 3, 1, 0), 0)
    program.row("nchw", "reshape(cudnn_nchw_tensor(cudnn_hwcn_tensor(x)), [1,72])", x, 0)
    program.row("hwdcn", "reshape(cudnn_hwdcn_tensor(z), [1,24])", z.transpose(3, 4, 2, 1, 0), 0)
    program.row("ncdhw", "reshape(cudnn_ncdhw_tensor(cudnn_hwdcn_tensor(z)), [1,24])", z, 0)
    return program


def programs():
    yield elementwise("elements_scalar", REAL, "scalars", "scalar", "{}")
    yield elementwise("elements_int", WHOLE, "ints", "int", "int({})")
    yield elementwise("elements_complex", COMPLEX, "complex numbers", "cscalar", "{}")
    for kind in "sicbh":
        yield reductions(kind)
    for kind in "sicb":
        yield shapes(kind)
    for kind in "sic":
        yield small(kind)
    for is_complex in (False, True):
        yield fourier(is_complex)
        yield algebra(is_complex)
    yield networks()


def data():
    """The arrays as an npz file whose bytes depend on them alone."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, value if np.iscomplexobj(value) else value.astype(float))
            archive.writestr(zipfile.ZipInfo(name + ".npy"), buffer.getvalue(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def same_numbers(old, new):
    """Another SciPy or processor rounds otherwise, and the training of a network carries that through all its steps (4e-11 seen)."""
    old, new = (np.load(io.BytesIO(file)) for file in (old, new))
    return old.files == new.files and all(np.allclose(old[k], new[k], 1e-9, 1e-9, equal_nan=True) for k in old.files)


def main():
    texts = {f"{program.name}.q": program.text() for program in programs()}
    packed = data()
    if sys.argv[1:] == ["--check"]:
        there = {path.name: path.read_text() for path in PROGRAMS.glob("*.q")}
        wrong = sorted(name for name in texts.keys() | there.keys() if texts.get(name) != there.get(name))
        wrong += [] if same_numbers(DATA.read_bytes(), packed) else [DATA.name]
        for name in wrong:
            print(f"{name} is not what this script writes")
        return 1 if wrong else 0
    PROGRAMS.mkdir(exist_ok=True)
    for name, text in texts.items():
        (PROGRAMS / name).write_text(text)
    DATA.write_bytes(packed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
