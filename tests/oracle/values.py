"""What a generator knows of the values that it writes: types, bounds, arrays and who shares them.

*Invariant:* bounds hold for every run of the case: they decide which operations are exact and which indices are inside.
"""

import meaning


class Number:
    """An expression or a variable of one number: `quasar` and `python` texts, type `i` int, `l` int64, `r` scalar or `c` cscalar, bounds of the
    value (of both parts of a complex one), bits behind the point, and the level of its outermost operator in Quasar."""

    def __init__(self, quasar, python, kind, low, high, bits=0, level=10):
        self.quasar, self.python, self.kind = quasar, python, kind
        self.low, self.high, self.bits, self.level = low, high, bits, level

    def inside(self, level):
        """The Quasar text as an operand of an operator of that level."""
        return self.quasar if self.level >= level else f"({self.quasar})"

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))


class Store:
    """An array in memory, however many variables have it."""

    def __init__(self, kind, dims, low, high, bits=0):
        self.kind, self.dims, self.low, self.high, self.bits = kind, tuple(dims), low, high, bits

    @property
    def number(self):
        """The type of number that an element is computed as."""
        return {"int": "i", "int64": "l", "scalar": "r", "cscalar": "c"}[meaning.COMPUTED[self.kind]]

    @property
    def numel(self):
        n = 1
        for d in self.dims:
            n *= d
        return n

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))


class Variable:
    """A variable with an array: its modifier decides what lies outside."""

    def __init__(self, name, store, mode=""):
        self.name, self.store, self.mode = name, store, mode

    @property
    def rank(self):
        return len(self.store.dims)


WIDE = 1 << 31
# Bounds that stores keep: real numbers are small multiples of a quarter, ints are small unless an array is wide.
REAL, REAL_BITS, INT = 16, 2, 1000


def bounds_of(kind):
    """Bounds of the elements that a store of a type keeps."""
    if kind in ("scalar", "cscalar"):
        return -REAL, REAL, REAL_BITS
    if kind == "int":
        return -INT, INT, 0
    low, high = meaning.LIMITS[kind]
    return (low, high, 0) if kind not in ("int64", "uint64", "uint32") else (max(low, -(1 << 40)), min(high, 1 << 40), 0)
