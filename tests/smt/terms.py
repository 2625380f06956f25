"""Terms that two functions are compared by: shared, folded where all operands are constants, and written for z3 when they must be.

A number is a pattern of bits, a float too, so that constants, signs and comparisons of floats are exact; their arithmetic is a function
without a meaning, apart from `CLAIMS`. Integers are exact in the second attempt of `smt.py`; in the first one, products of two unknowns,
quotients, remainders and powers are functions without a meaning, which proves less and costs little.

*Invariant:* a fold gives what `compiler/middle/src/mir/operations.rs` gives; all NaNs are one.
"""

import math
import struct

WIDTH = {"b": 1, "i32": 32, "i64": 64, "f32": 32, "f64": 64}
NAN = {"f32": 0x7FC00000, "f64": 0x7FF8000000000000}
INTEGERS = ("i32", "i64")
FLOATS = ("f32", "f64")


class Term:
    """A node that exists once: equal terms are the same object."""

    __slots__ = ("op", "args", "sort", "number")
    known = {}

    def __new__(cls, op, args, sort):
        key = (op, sort, *(id(arg) if isinstance(arg, Term) else arg for arg in args))
        found = cls.known.get(key)
        if found is None:
            found = super().__new__(cls)
            found.op, found.args, found.sort, found.number = op, args, sort, len(cls.known)
            cls.known[key] = found
        return found

    @property
    def is_constant(self):
        return self.op == "const"

    @property
    def value(self):
        """The bits of a constant."""
        return self.args[0]


PINNED = {}


def pin():
    """Keeps the terms that exist now: modules hold them in names."""
    PINNED.update(Term.known)


def forget():
    """Drops all other terms, so that pairs do not pile up."""
    Term.known.clear()
    Term.known.update(PINNED)


def constant(sort, bits):
    bits &= (1 << WIDTH[sort]) - 1
    if sort in FLOATS and is_nan(sort, bits):
        bits = NAN[sort]
    return Term("const", (bits,), sort)


def variable(name, sort):
    return Term("var", (name,), sort)


def unknown(name, args, sort):
    """A function without a meaning."""
    return Term("uf", (name, *args), sort)


TRUE = constant("b", 1)
FALSE = constant("b", 0)


def truth(value):
    return TRUE if value else FALSE


# ---- Constants


def signed(term):
    width = WIDTH[term.sort]
    return term.value - (1 << width) if term.value >> (width - 1) else term.value


def is_nan(sort, bits):
    return math.isnan(as_float(sort, bits))


def as_float(sort, bits):
    if sort == "f32":
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def float_bits(sort, number):
    """The bits of the nearest number of the type. One more rounding does no harm to sums, products, quotients and roots of `f32`."""
    if math.isnan(number):
        return NAN[sort]
    if sort == "f64":
        return struct.unpack("<Q", struct.pack("<d", number))[0]
    try:
        return struct.unpack("<I", struct.pack("<f", number))[0]
    except OverflowError:
        return 0xFF800000 if number < 0 else 0x7F800000


def half_away(number):
    """To nearest, halves away from zero."""
    if math.isinf(number) or abs(number) >= 2.0**52:
        return number
    whole = math.floor(abs(number))
    whole += abs(number) - whole >= 0.5
    return math.copysign(float(whole), number)


def unless_infinite(function):
    return lambda a: a if math.isinf(a) else math.copysign(float(function(a)), a)


def divided(a, b):
    if b == 0:
        if a == 0 or math.isnan(a):
            return math.nan
        return math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


def guarded(function):
    """Python raises where IEEE gives infinity or NaN."""

    def run(*args):
        if any(math.isnan(arg) for arg in args):
            return math.nan
        try:
            return function(*args)
        except (ValueError, ZeroDivisionError):
            return math.nan
        except OverflowError:
            return None

    return run


def as_half(number):
    try:
        return struct.unpack("<e", struct.pack("<e", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


FLOAT_FOLDS = {
    "fadd": guarded(lambda a, b: a + b),
    "fsub": guarded(lambda a, b: a - b),
    "fmul": guarded(lambda a, b: a * b),
    "fdiv": guarded(divided),
    "frem": guarded(math.fmod),
    "fsqrt": guarded(lambda a: a if a == 0 else math.sqrt(a)),
    "ffloor": guarded(unless_infinite(math.floor)),
    "fceil": guarded(unless_infinite(math.ceil)),
    "ftrunc": guarded(unless_infinite(math.trunc)),
    "fround": guarded(half_away),
    "fhalf": guarded(as_half),
}


def int_power(base, exponent, width):
    if exponent < 0 and base not in (1, -1):
        return 0
    return pow(base, abs(exponent), 1 << width) if base != -1 else (-1 if exponent & 1 else 1)


def toward_zero(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


INT_FOLDS = {
    "add": lambda a, b, width: a + b,
    "sub": lambda a, b, width: a - b,
    "mul": lambda a, b, width: a * b,
    "sdiv": lambda a, b, width: 0 if b == 0 else toward_zero(a, b),
    "srem": lambda a, b, width: 0 if b == 0 else a - b * toward_zero(a, b),
    "pow": int_power,
    "and": lambda a, b, width: a & b,
    "or": lambda a, b, width: a | b,
    "xor": lambda a, b, width: a ^ b,
    "shl": lambda a, b, width: a << (b % width),
    "shr": lambda a, b, width: a >> (b % width),
}


# ---- Truth values


def not_(a):
    if a.is_constant:
        return truth(not a.value)
    return a.args[0] if a.op == "not" else Term("not", (a,), "b")


def and_(*parts):
    kept = []
    for part in parts:
        if part is FALSE:
            return FALSE
        if part is not TRUE and part not in kept:
            kept.append(part)
    if any(not_(part) in kept for part in kept):
        return FALSE
    return kept[0] if len(kept) == 1 else Term("all", tuple(kept), "b") if kept else TRUE


def or_(*parts):
    kept = []
    for part in parts:
        if part is TRUE:
            return TRUE
        if part is not FALSE and part not in kept:
            kept.append(part)
    if any(not_(part) in kept for part in kept):
        return TRUE
    return kept[0] if len(kept) == 1 else Term("any", tuple(kept), "b") if kept else FALSE


def ite(cond, then, otherwise):
    if cond.is_constant:
        return then if cond.value else otherwise
    if then is otherwise:
        return then
    if cond.op == "not":
        cond, then, otherwise = cond.args[0], otherwise, then
    if then is TRUE and otherwise is FALSE:
        return cond
    return Term("ite", (cond, then, otherwise), then.sort)


def equal(a, b):
    """Equal bits, the same handle, the same state."""
    if a is b:
        return TRUE
    if a.is_constant and b.is_constant:
        return FALSE
    return Term("eq", (a, b), "b")


# ---- Numbers


def integer(op, a, b):
    if a.is_constant and b.is_constant:
        return constant(a.sort, INT_FOLDS[op](signed(a), signed(b), WIDTH[a.sort]))
    for one, other in ((a, b), (b, a)):
        # What is a constant whatever the other operand is (`rules.py` proves it): arithmetic of floats folds it.
        if op in ("mul", "and") and one.is_constant and one.value == 0:
            return one
        if op in ("mul", "add") and one.is_constant and one.value == (op == "mul"):
            return other
    if op in ("sub", "xor") and a is b:
        return constant(a.sort, 0)
    return Term(op, (a, b), a.sort)


def less(a, b, strict=True):
    """Signed order."""
    if a.is_constant and b.is_constant:
        return truth(signed(a) < signed(b) if strict else signed(a) <= signed(b))
    if a is b:
        return truth(not strict)
    return Term("slt" if strict else "sle", (a, b), "b")


def floating(op, *args):
    sort = args[0].sort
    if all(arg.is_constant for arg in args):
        number = FLOAT_FOLDS[op](*(as_float(sort, arg.value) for arg in args))
        if number is not None:
            return constant(sort, float_bits(sort, number))
    return Term(op, args, sort)


def float_compare(op, a, b):
    if a.is_constant and b.is_constant:
        left, right = as_float(a.sort, a.value), as_float(b.sort, b.value)
        return truth({"flt": left < right, "fle": left <= right, "feq": left == right}[op])
    return Term(op, (a, b), "b")


def unary(op, a):
    sort, width = a.sort, WIDTH[a.sort]
    if op == "not":
        return not_(a)
    if sort in INTEGERS:
        zero = constant(sort, 0)
        if op == "neg":
            return integer("sub", zero, a)
        if op == "bitnot":
            return integer("xor", a, constant(sort, -1))
        if op == "abs":
            return ite(less(a, zero), integer("sub", zero, a), a)
    sign = 1 << (width - 1)
    if op in ("neg", "abs"):
        if a.is_constant:
            return constant(sort, a.value ^ sign if op == "neg" else a.value & ~sign)
        return Term("fneg" if op == "neg" else "fabs", (a,), sort)
    return floating({"sqrt": "fsqrt", "floor": "ffloor", "ceil": "fceil", "round": "fround", "trunc": "ftrunc", "roundhalf": "fhalf"}[op], a)


INT_NAMES = {"intdiv": "sdiv", "rem": "srem", "intpow": "pow"}


def binary(op, a, b):
    if a.sort == "b":
        return {"and": and_, "or": or_, "xor": lambda a, b: not_(same_truth(a, b))}[op](a, b)
    if op in ("min", "max"):
        if a.sort in INTEGERS:
            return ite(less(a, b) if op == "min" else less(b, a), a, b)
        first = float_compare("flt", a, b) if op == "min" else float_compare("flt", b, a)
        return ite(or_(first, not_(float_compare("feq", b, b))), a, b)
    if a.sort in INTEGERS:
        return integer(INT_NAMES.get(op, op), a, b)
    return floating("f" + op, a, b)


def same_truth(a, b):
    if a.is_constant:
        return b if a.value else not_(b)
    if b.is_constant:
        return a if b.value else not_(a)
    if not_(a) is b:
        return FALSE
    return equal(a, b)


def compare(op, a, b):
    if op == "ne":
        return not_(compare("eq", a, b))
    if op in ("gt", "ge"):
        return compare("lt" if op == "gt" else "le", b, a)
    if a.sort in FLOATS:
        return float_compare("f" + op, a, b)
    if op == "eq":
        return same_truth(a, b) if a.sort == "b" else equal(a, b)
    return less(a, b, op == "lt")


def convert(a, to):
    sort = a.sort
    if sort == to:
        return a
    if sort == "b":
        one = constant(to, float_bits(to, 1.0) if to in FLOATS else 1)
        return ite(a, one, constant(to, 0))
    if to == "b":
        zero = constant(sort, 0)
        return not_(float_compare("feq", a, zero) if sort in FLOATS else equal(a, zero))
    if a.is_constant:
        return constant(to, converted(a, to))
    return Term("convert", (a,), to)


def converted(a, to):
    if a.sort in INTEGERS:
        number = signed(a)
        if to in INTEGERS:
            return number
        return nearest_single(number) if to == "f32" else float_bits(to, float(number))
    number = as_float(a.sort, a.value)
    if to in FLOATS:
        return float_bits(to, number)
    if math.isnan(number):
        return 0
    most = (1 << (WIDTH[to] - 1)) - 1
    return -most - 1 if number < -most - 1 else most if number > most else math.trunc(number)


def nearest_single(number):
    """A whole number as `f32`, rounded once: through `f64` it would be rounded twice."""
    size = abs(number)
    drop = max(size.bit_length() - 24, 0)
    kept, rest, half = size >> drop, size & ((1 << drop) - 1), (1 << drop) >> 1
    kept += rest > half or (drop > 0 and rest == half and kept & 1)
    return float_bits("f32", math.copysign(float(kept << drop), number))


# ---- Memory


def select(memory, place):
    if memory.op == "store" and memory.args[1] is place:
        return memory.args[2]
    return Term("select", (memory, place), memory.sort[1])


def store(memory, place, value):
    return Term("store", (memory, place, value), memory.sort)
