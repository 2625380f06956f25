"""What Quasar's values mean, in Python and NumPy: numbers, elements, indices outside, slices, kernels, printing.

Written from the guide (docs/guide/04-types.md, 05-arrays.md, 06-functions.md, 09-kernels.md) and docs/running.md. The Python text of a
generated case calls these functions where its Quasar text has an operation.

Values: int and int64 are Python ints (functions say at how many bits they wrap), scalar is a float, cscalar a complex, an array is `Array`.

*Invariant:* what this file gives is exact: a real number that single precision does not hold, or a total that some order of additions would
round, raises `Undefined`, and the case is thrown away. So every order of evaluation must give the same text.
"""

import decimal
import math

import numpy as np

np.seterr(all="ignore")


class Undefined(Exception):
    """The documents leave the result open, or it would be rounded: no expectation can be given."""


class Raised(Exception):
    """A run-time error of the Quasar program."""


class Broken(Exception):
    """A mistake of the generator: an operation that it must not have written."""


def error(text):
    raise Raised(text)


# Numbers.

def i32(v):
    return ((v + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def i64(v):
    return ((v + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def real(v):
    """A float that single precision holds, with 20 bits behind the point at most."""
    mantissa, _ = math.frexp(v)
    if not (mantissa * 16777216.0).is_integer() or not abs(v) < 1099511627776.0 or not (v * 1048576.0).is_integer():
        raise Undefined(f"{v} is not exact")
    return v


def to_real(v):
    return real(float(v))


def cplx(v):
    real(v.real)
    real(v.imag)
    return v


def truncated(v):
    """`int(x)`: towards zero; beyond 32 bits it is open."""
    k = int(v)
    if not -0x80000000 <= k <= 0x7FFFFFFF:
        raise Undefined("int(x) beyond 32 bits")
    return k


def quotient(a, b):
    """`int(a/b)` of ints: single precision holds both, and the quotient of greater ones may be rounded to the next whole number."""
    if abs(a) >= 1 << 24:
        raise Undefined("a quotient of ints that single precision does not hold")
    return truncated(a / b)


def narrowed(v):
    """An int64 where an int is needed."""
    if not -0x80000000 <= v <= 0x7FFFFFFF:
        raise Raised(f"the value {v} does not fit an int")
    return v


def rounded(v):
    """Half away from zero, with the sign of a zero."""
    return math.copysign(float(math.floor(abs(v) + 0.5)), v)


def floor(v):
    return math.copysign(float(math.floor(v)), v) if math.floor(v) == 0 else float(math.floor(v))


def ceil(v):
    return math.copysign(float(math.ceil(v)), v) if math.ceil(v) == 0 else float(math.ceil(v))


def frac(v):
    return real(v - math.floor(v))


def mod_real(x, y):
    return math.fmod(x, y)


def mod_int(x, y):
    return int(math.fmod(x, y)) if abs(x) < 1 << 52 else (abs(x) % abs(y)) * (1 if x >= 0 else -1)


def periodize(x, n):
    return x % n


def sign(v):
    return (v > 0) - (v < 0)


def smaller(a, b):
    if a == 0 and b == 0 and isinstance(a, float) and math.copysign(1, a) != math.copysign(1, b):
        raise Undefined("which zero is smaller")
    return a if a <= b else b


def greater(a, b):
    if a == 0 and b == 0 and isinstance(a, float) and math.copysign(1, a) != math.copysign(1, b):
        raise Undefined("which zero is greater")
    return a if a >= b else b


def shl(a, n):
    return i32(a << n)


def power(a, k):
    """int ^ int."""
    return i32(a ** k)


BINARY = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
          "~": lambda a, b: a ^ b, "^^": greater, "__": smaller}


def updated(sign, a, b, long=False):
    """What `a op= b` gives; `/=` by a power of two."""
    if sign == "/":
        return real(a / b)
    v = BINARY[sign](a, b)
    if isinstance(v, float):
        return real(v)
    if isinstance(v, complex):
        return cplx(v)
    return i64(v) if long else i32(v)


# Arrays: at least two dimensions as `size` tells them, a vector is a row.

LIMITS = {"int8": (-128, 127), "int16": (-32768, 32767), "uint8": (0, 255), "uint16": (0, 65535),
          "uint32": (0, 0xFFFFFFFF), "int64": (-(1 << 63), (1 << 63) - 1), "uint64": (0, (1 << 63) - 1)}
WHOLE = {"int", *LIMITS}
# What elements are computed as.
COMPUTED = {"int": "int", "int8": "int", "int16": "int", "uint8": "int", "uint16": "int", "uint32": "int64", "int64": "int64",
            "uint64": "int64", "scalar": "scalar", "cscalar": "cscalar"}
DTYPE = {"scalar": np.float64, "cscalar": np.complex128}


class Array:
    __slots__ = ("a", "kind")

    def __init__(self, kind, a):
        self.kind = kind
        self.a = a


def shaped(a):
    """Trailing dimensions of one element vanish, down to two."""
    while a.ndim > 2 and a.shape[-1] == 1:
        a = a[..., 0]
    if a.ndim < 2:
        a = a.reshape(1, -1)
    return a


def new(kind, *dims):
    dims = (1, *dims) if len(dims) == 1 else dims
    return Array(kind, shaped(np.zeros(dims, DTYPE.get(kind, np.int64))))


def held(kind, v):
    """A number as an element of that type holds it."""
    if kind == "cscalar":
        return cplx(complex(v))
    if kind == "scalar":
        return to_real(v)
    if kind == "int":
        return truncated(v) if isinstance(v, float) else i32(v)
    low, high = LIMITS[kind]
    v = int(rounded(v)) if isinstance(v, float) else v
    return min(max(v, low), high)


def held_all(kind, array):
    """An array's elements as elements of another type hold them."""
    if array.kind == kind:
        return array.a.copy()
    if kind == "cscalar":
        return check("cscalar", array.a.astype(np.complex128))
    if kind == "scalar":
        return check("scalar", array.a.astype(np.float64))
    flat = [held(kind, v) for v in array.a.ravel().tolist()]
    return np.array(flat, np.int64).reshape(array.a.shape)


def convert(kind, array):
    """`b : vec[kind] = a`: the same array where the elements are of that type, otherwise a converted one."""
    return array if array.kind == kind else Array(kind, held_all(kind, array))


def copy(array):
    return Array(array.kind, array.a.copy())


def literal(kind, rows):
    a = np.array(rows, dtype=DTYPE.get(kind, np.int64))
    return Array(kind, shaped(a))


def check(kind, a):
    if kind == "int":
        return ((a + 0x80000000) & 0xFFFFFFFF) - 0x80000000
    if kind == "int64":
        return a
    if kind == "cscalar":
        check("scalar", a.real)
        check("scalar", a.imag)
        return a
    mantissa, _ = np.frexp(a)
    whole = mantissa * 16777216.0
    fine = a * 1048576.0
    if not (np.floor(whole) == whole).all() or not (np.abs(a) < 1099511627776.0).all() or not (np.floor(fine) == fine).all():
        raise Undefined("an element is not exact")
    return a


def operand(kind, x):
    a = x.a if isinstance(x, Array) else x
    if kind == "scalar":
        return np.asarray(a, np.float64)
    if kind == "cscalar":
        return np.asarray(a, np.complex128)
    return np.asarray(a, np.int64)


def lift(kind, f, *xs):
    """Element by element, computed as `kind`; numbers go with every element."""
    shapes = {x.a.shape for x in xs if isinstance(x, Array)}
    if len(shapes) > 1:
        raise Broken(f"shapes {shapes}")
    return Array(kind, check(kind, f(*[operand(kind, x) for x in xs])))


def add(kind, x, y):
    return lift(kind, np.add, x, y)


def sub(kind, x, y):
    return lift(kind, np.subtract, x, y)


def mul(kind, x, y):
    return lift(kind, np.multiply, x, y)


def half(kind, x, d):
    """Division by a power of two."""
    return lift("scalar", lambda a: a / d, x)


def neg(kind, x):
    return lift(kind, np.negative, x)


def absolute(kind, x):
    return lift(kind, np.abs, x)


def least(kind, x, y):
    return lift(kind, zero_safe(np.minimum), x, y)


def most(kind, x, y):
    return lift(kind, zero_safe(np.maximum), x, y)


def zero_safe(f):
    def g(a, b):
        if a.dtype == np.float64 and ((a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))).any():
            raise Undefined("which zero")
        return f(a, b)
    return g


def remainder(kind, x, y):
    return lift(kind, np.fmod, x, y)


def floors(kind, x):
    return lift("scalar", np.floor, x)


def rounds(kind, x):
    return lift("scalar", lambda a: np.copysign(np.floor(np.abs(a) + 0.5), a), x)


def compare(kind, name, x, y):
    f = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal}[name]
    return Array("int", f(operand(kind, x), operand(kind, y)).astype(np.int64))


def logic(name, *xs):
    """`!`, `&&` and `||` of arrays as values: element by element; numbers go with every element."""
    truths = [(x.a if isinstance(x, Array) else np.asarray(x)) != 0 for x in xs]
    f = {"!": np.logical_not, "&&": np.logical_and, "||": np.logical_or}[name]
    return Array("int", f(*truths).astype(np.int64))


def ints(x):
    """`int(x)` of an array."""
    return Array("int", np.trunc(x.a).astype(np.int64))


def floats(x):
    return Array("scalar", held_all("scalar", x))


def matmul(kind, x, y):
    a, b = operand(kind, x), operand(kind, y)
    exact_total(kind, np.abs(a).sum(initial=0) * np.abs(b).max(initial=0), a, b)
    return Array(kind, check(kind, a @ b))


def exact_total(kind, size, *arrays):
    """All orders of adding are exact: what is added, in units of the finest digit, stays below 2^24."""
    if kind != "scalar":
        return
    unit = 1.0
    for a in arrays:
        bits = 0
        while not (np.floor(a * 2.0 ** bits) == a * 2.0 ** bits).all():
            bits += 1
        unit *= 2.0 ** bits
    if size * unit >= 16777216.0:
        raise Undefined("a total is rounded")


def fits(kind, v):
    low, high = (-0x80000000, 0x7FFFFFFF) if kind == "int" else (-(1 << 63), (1 << 63) - 1)
    if not low <= v <= high:
        raise Undefined("a total of ints that does not fit")
    return int(v)


def total(x):
    kind = COMPUTED[x.kind]
    if kind in ("int", "int64"):
        return fits(kind, sum(x.a.ravel().tolist()))
    if kind == "cscalar":
        exact_total("scalar", np.abs(x.a.real).sum(), x.a.real)
        exact_total("scalar", np.abs(x.a.imag).sum(), x.a.imag)
        return complex(x.a.sum())
    exact_total(kind, np.abs(x.a).sum(), x.a)
    sign_of_zero_is_known(x.a)
    return float(x.a.sum() + 0.0)


def sign_of_zero_is_known(a, axis=None):
    """Whether a total of negative zeros is one is open: it depends on what the total starts from."""
    negative = np.signbit(a) & (a == 0)
    if a.dtype.kind == "f" and a.size and negative.all(axis=axis).any():
        raise Undefined("the zero of a total of negative zeros")


def totals(x, d):
    kind = COMPUTED[x.kind]
    a = x.a
    exact_total(kind, np.abs(a).sum(axis=d).max(initial=0), a)
    sign_of_zero_is_known(a, d)
    r = a.sum(axis=d, keepdims=True)
    if kind in ("int", "int64"):
        for v in r.ravel().tolist():
            fits(kind, v)
    return Array(kind, shaped(check(kind, r + 0)))


def product(x):
    kind = COMPUTED[x.kind]
    r = math.prod(x.a.ravel().tolist())
    if kind in ("int", "int64"):
        return fits(kind, r)
    exact_total(kind, abs(math.prod(np.maximum(np.abs(x.a), 1).ravel().tolist())), *[np.array([v]) for v in x.a.ravel()])
    return real(r)


def lowest(x):
    return extreme(x, x.a.min())


def highest(x):
    return extreme(x, x.a.max())


def extreme(x, v):
    if x.kind == "scalar" and v == 0 and np.signbit(x.a[x.a == 0]).any() and not np.signbit(x.a[x.a == 0]).all():
        raise Undefined("which zero")
    return v.item()


def mean(x):
    """Of 2^k elements: the quotient is exact."""
    n = x.a.size
    if n & (n - 1):
        raise Undefined("a mean is rounded")
    return real(total(x) / n)


def mean_of_ints(x):
    """The exact total over the count, rounded once to double precision and once to the program's."""
    return float(np.float32(sum(x.a.ravel().tolist()) / x.a.size))


def running(x, d):
    kind = COMPUTED[x.kind]
    exact_total(kind, np.abs(x.a).sum(axis=d).max(initial=0), x.a)
    r = np.cumsum(x.a, axis=d)
    if kind == "int" and (np.abs(r) > 0x7FFFFFFF).any():
        raise Undefined("a running total of ints that does not fit")
    return Array(kind, check(kind, r))


def some(x):
    return int((x.a != 0).any())


def every(x):
    return int((x.a != 0).all())


def same(x, y):
    """`x == y` as a condition."""
    return x.a.shape == y.a.shape and bool((x.a == y.a).all())


def size(x, d=None):
    if d is None:
        return list(x.a.shape)
    return x.a.shape[d] if d < x.a.ndim else 1


def numel(x):
    return x.a.size


def transpose(x):
    return Array(x.kind, x.a.T.copy())


def reshape(x, *dims):
    return Array(x.kind, shaped(x.a.reshape(dims).copy()))


def repmat(x, r, c):
    return Array(x.kind, np.tile(x.a, (r, c)))


def joined(d, *xs):
    return Array(xs[0].kind, np.concatenate([x.a for x in xs], axis=d))


def sequence(a, b, s=1):
    return Array("int", np.array([list(steps(a, s, b))], np.int64))


def steps(a, s, b):
    """The values of `a..s..b`, b included."""
    return range(a, b + (1 if s > 0 else -1), s)


def halves(a, s, b):
    """The values of a real range whose numbers are exact."""
    count = math.floor((b - a) / s + 1e-6) + 1
    return [real(a + k * s) for k in range(max(count, 0))]


# Indices. A mode is a word of the language, or what holds without one: "loop" reads 0 and raises on a store, "host" raises.

def place(i, n, mode):
    """Where index i of n elements is, or -1."""
    if 0 <= i < n:
        return i
    if mode == "circular":
        return i % n
    if mode == "clamped":
        return 0 if i < 0 else n - 1
    if mode == "mirror":
        k = i % (2 * n)
        return k if k < n else 2 * n - 1 - k
    return -1


def located(x, mode, index):
    """The offset of an element in row-major order, or -1."""
    shape = x.a.shape
    if len(index) == 1:
        return place(index[0], x.a.size, mode)
    offset = 0
    for d, i in enumerate(index):
        n = shape[d] if d < len(shape) else 1
        k = place(i, n, mode)
        if k < 0:
            return -1
        offset = offset * n + k
    for n in shape[len(index):]:
        offset *= n
    return offset


def ld(x, mode, *index):
    k = located(x, mode, index)
    if k >= 0:
        return x.a.item(k)
    if mode in ("loop", "safe"):
        return 0.0 if x.kind == "scalar" else 0j if x.kind == "cscalar" else 0
    raise Raised("an index outside")


def st(x, mode, v, *index):
    k = located(x, mode, index)
    if k >= 0:
        x.a.flat[k] = v = held(x.kind, v)
        return v
    if mode != "safe":
        raise Raised("an index outside")


def ups(x, mode, sign, v, *index):
    """`x[index] op= v`: the value behind the update."""
    k = located(x, mode, index)
    if k >= 0:
        x.a.flat[k] = held(x.kind, updated(sign, x.a.item(k), v, COMPUTED[x.kind] == "int64"))
        return x.a.item(k)
    if mode != "safe":
        raise Raised("an index outside")


def where(n, mode, part):
    """The places of one index of a slice: an int, None for all, a list or a range."""
    if part is None:
        return list(range(n))
    wanted = [part] if isinstance(part, int) else list(part)
    return [place(i, n, mode) for i in wanted]


def parts(x, mode, index):
    shape = x.a.shape
    if len(index) == 1:
        return [where(x.a.size, mode, index[0])], (x.a.size,)
    sizes = tuple(shape[d] if d < len(shape) else 1 for d in range(len(index)))
    return [where(n, mode, part) for n, part in zip(sizes, index)], sizes


def take(x, mode, *index):
    """A slice on the right side: a copy. One range into a vector goes along its elements."""
    places, sizes = parts(x, mode, index)
    outside = any(k < 0 for p in places for k in p)
    if outside and mode not in ("loop", "safe"):
        raise Raised("a slice outside")
    source = x.a.reshape(sizes)
    r = source[np.ix_(*[[max(k, 0) for k in p] for p in places])].copy()
    for d, p in enumerate(places):
        for j, k in enumerate(p):
            if k < 0:
                r[(slice(None),) * d + (j,)] = 0
    return Array(x.kind, shaped(r))


def looked_up(x, places, n):
    """`x[mod(abs(places), n)]` of a vector and a matrix: the sizes of the matrix."""
    return Array(x.kind, x.a.reshape(-1)[np.abs(places.a) % n])


def put(x, mode, v, *index):
    """A slice on the left side: all of v is read before anything is stored; sizes agree but for dimensions of one element."""
    places, sizes = parts(x, mode, index)
    if any(k < 0 for p in places for k in p) and mode != "safe":
        raise Raised("a slice outside")
    shape = [len(p) for p in places]
    if isinstance(v, Array):
        if [n for n in v.a.shape if n != 1] != [n for n in shape if n != 1]:
            raise Broken(f"a slice of {shape} gets {v.a.shape}")
        new_values = held_all(x.kind, v).reshape(shape)
    else:
        new_values = np.full(shape, held(x.kind, v))
    view = x.a.reshape(sizes)
    for at in np.ndindex(*shape):
        k = tuple(p[j] for p, j in zip(places, at))
        if min(k) >= 0:
            view[k] = new_values[at]


def fill_where(x, condition, v):
    """`x[condition] = v`."""
    x.a[condition.a != 0] = held(x.kind, v)


def chosen(x, condition):
    """`x[condition]`: a column in row-major order."""
    return Array(x.kind, x.a[condition.a != 0].reshape(-1, 1))


def update(x, value):
    """`x op= y` of whole arrays whose sizes and type of elements stay: in place."""
    x.a[...] = held_all(x.kind, value)


# Kernels.

def positions(*dims):
    return np.ndindex(*dims)


def run_blocks(dims, block, thread):
    """Runs a kernel with barriers: `thread(pos, blkpos, blkidx, shared)` is a generator that yields at each barrier."""
    counts = [-(-n // b) for n, b in zip(dims, block)]
    for blkidx in np.ndindex(*counts):
        shared = {}
        threads = []
        for blkpos in np.ndindex(*block):
            pos = tuple(i * b + p for i, b, p in zip(blkidx, block, blkpos))
            if all(p < n for p, n in zip(pos, dims)):
                threads.append(thread(pos, blkpos, blkidx, shared))
        alive = threads
        while alive:
            alive = [t for t in alive if next(t, "ended") != "ended"]


def shared(memory, name, *dims):
    if name not in memory:
        memory[name] = new("scalar", *dims)
    return memory[name]


# Printing.

def text(v):
    if isinstance(v, str):
        return v
    if isinstance(v, Array):
        return array_text(v)
    if isinstance(v, complex):
        imaginary = number(v.imag)
        return number(v.real) + ("" if imaginary.startswith("-") else "+") + imaginary + "i"
    if isinstance(v, float):
        return number(v)
    if isinstance(v, (bool, int, np.integer)):
        return str(int(v))
    if isinstance(v, list):
        return "[" + ",".join(map(text, v)) + "]"
    raise Broken(f"no text of {v!r}")


def number(v):
    single = np.float32(v)
    if v == 0:
        return "-0" if math.copysign(1, v) < 0 else "0"
    if abs(v) < 1e-4 or abs(v) >= 1e16:
        mantissa, exponent = np.format_float_scientific(single, trim="-").split("e")
        return f"{mantissa}e{int(exponent):+03d}"
    shortest = np.format_float_positional(single, trim="-")
    off = abs(decimal.Decimal(float(single)) - decimal.Decimal(shortest))
    if off and off == decimal.Decimal((0, (5,), decimal.Decimal(shortest).as_tuple().exponent - 1)):
        raise Undefined("two shortest decimals are as near")
    return shortest


def array_text(x):
    if x.a.size > 1000:
        raise Undefined("an array that is printed in parts")
    rows = ["[" + ",".join(text(v) for v in row) + "]" for row in x.a.tolist()]
    if x.a.ndim > 2:
        raise Broken("a cube is printed by its matrix")
    return rows[0] if len(rows) == 1 else "[" + ",\n ".join(rows) + "]"


class Output:
    """What the program prints."""

    def __init__(self):
        self.lines = []

    def __call__(self, *values):
        self.lines.append("".join(map(text, values)))


def real_part(x):
    return Array("scalar", x.a.real + 0.0)


def imag_part(x):
    return Array("scalar", x.a.imag + 0.0)
