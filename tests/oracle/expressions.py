"""Random expressions of numbers, with bounds small enough that every result is exact.

*Invariant:* what may be outside of an array is read by a mode that the guide defines; what is computed in single precision keeps within 22 bits.
"""

import math

from values import INT, WIDE, Number, Variable

BITS = 22
LONG = 1 << 63


def literal(value, kind):
    if kind == "i":
        return Number(str(value), str(value), "i", value, value, level=10 if value >= 0 else 8)
    bits = 0
    while value * 2 ** bits != int(value * 2 ** bits):
        bits += 1
    text = repr(float(value))
    return Number(text, text, "r", value, value, bits, 10 if value >= 0 else 8)


def spread(*numbers):
    return min(n.low for n in numbers), max(n.high for n in numbers)


def too_wide(size, bits):
    return size > 0 and math.log2(max(size, 1)) + bits > BITS


def real(n, implicit=False):
    """The same value as a scalar; `implicit` where Quasar converts by itself: beside a scalar, or where one is stored."""
    if n.kind == "r":
        return n
    text, level = (n.quasar, n.level) if implicit else (f"float({n.quasar})", 10)
    return Number(text, f"m.to_real({n.python})", "r", n.low, n.high, 0, level)


def cplx(n):
    if n.kind == "c":
        return n
    n = real(n, True)
    return Number(n.quasar, f"complex({n.python})", "c", n.low, n.high, n.bits, n.level)


def long(n):
    return n if n.kind == "l" else Number(n.quasar, n.python, "l", n.low, n.high, 0, n.level)


def wrapped(low, high, kind):
    limit = WIDE if kind == "i" else LONG
    return (low, high) if -limit <= low and high < limit else (-limit, limit - 1)


class Expressions:
    """Writes expressions from the variables in scope. A builder of cases inherits from it."""

    # What is in scope; the builder sets it.
    numbers: list
    arrays: list
    place: str

    def pick(self, *choices):
        return choices[self.random.randrange(len(choices))]

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # Bounds.

    def tame(self, n, size=INT):
        """A number of at most that size: the value itself, or its remainder."""
        if n.size <= size:
            return n
        if n.kind == "c":
            raise AssertionError("complex numbers have no remainder")
        divisor = self.pick(*[d for d in (7, 13, 61, 101, 251, 997) if d <= size + 1][-3:])
        low = 0 if n.low >= 0 else -(divisor - 1)
        if n.kind == "r":
            low = 0.0 if n.low >= 0 else -float(divisor)
            return Number(f"mod({n.quasar}, {divisor})", f"m.mod_real({n.python}, {divisor}.0)", "r", low, float(divisor), n.bits)
        name = self.pick("mod", "mod", "periodize")
        if name == "periodize":
            low = 0
        f = "mod_int" if name == "mod" else "periodize"
        return Number(f"{name}({n.quasar}, {divisor})", f"m.{f}({n.python}, {divisor})", n.kind, low, divisor - 1)

    def coarse(self, n, bits):
        """A real number with so many bits behind the point at most."""
        if n.bits <= bits:
            return n
        name = self.pick("floor", "round", "ceil")
        f = {"floor": "floor", "round": "rounded", "ceil": "ceil"}[name]
        return Number(f"{name}({n.quasar})", f"m.{f}({n.python})", "r", math.floor(n.low), math.ceil(n.high))

    def fitting(self, n, size, bits):
        """What may be stored where elements keep these bounds."""
        if n.kind == "c":
            return n if n.size <= size and n.bits <= bits else None
        n = self.tame(n, size)
        return self.coarse(n, bits) if n.kind == "r" else n

    # Numbers.

    def number(self, kind, depth):
        """An expression of that type."""
        if kind == "l":
            return self.long_number(depth)
        if kind == "c":
            return self.complex_number(depth)
        if depth <= 0 or self.chance(12):
            return self.leaf(kind)
        return self.int_number(depth) if kind == "i" else self.real_number(depth)

    def any_number(self, depth):
        return self.number(self.pick("i", "i", "r", "r", "r"), depth)

    def small_literal(self, kind):
        if kind == "i":
            return literal(self.pick(0, 1, 1, 2, 3, 5, 7, 10, -1, -2, -3), "i")
        return literal(self.pick(0.5, 1.0, 1.5, 2.0, 0.25, 3.0, 2.75, -0.5, -1.0, -2.5, 4.0), "r")

    def leaf(self, kind):
        known = [n for n in self.numbers if n.kind == kind and not too_wide(n.size, n.bits + (0 if kind == "r" else -9))]
        loads = [a for a in self.arrays if a.store.number == kind]
        roll = self.random.randrange(100)
        if roll < 45 and loads:
            return self.load(self.random.choice(loads))
        if roll < 80 and known:
            return self.random.choice(known)
        if roll < 90 and kind == "i" and self.arrays:
            return self.measure(self.random.choice(self.arrays))
        if kind == "r" and self.chance(25):
            return real(self.tame(self.leaf("i")))
        return self.small_literal(kind)

    def measure(self, a):
        if a.rank == 1 or self.chance(30):
            return Number(f"numel({a.name})", f"m.numel({a.name})", "i", a.store.numel, a.store.numel)
        d = self.random.randrange(a.rank)
        return Number(f"size({a.name},{d})", f"m.size({a.name}, {d})", "i", a.store.dims[d], a.store.dims[d])

    def binary(self, sign, level, x, y, kind, low, high, python, bits=0):
        return Number(f"{x.inside(level)} {sign} {y.inside(level + 1)}", python, kind, low, high, bits, level)

    def plus(self, x, y):
        kind = x.kind
        low, high = x.low + y.low, x.high + y.high
        if kind in "il":
            low, high = wrapped(low, high, kind)
        f = {"i": "m.i32", "l": "m.i64", "r": "m.real", "c": "m.cplx"}[kind]
        return self.binary("+", 6, x, y, kind, low, high, f"{f}({x.python} + {y.python})", max(x.bits, y.bits))

    def minus(self, x, y):
        kind = x.kind
        low, high = x.low - y.high, x.high - y.low
        if kind in "il":
            low, high = wrapped(low, high, kind)
        f = {"i": "m.i32", "l": "m.i64", "r": "m.real", "c": "m.cplx"}[kind]
        return self.binary("-", 6, x, y, kind, low, high, f"{f}({x.python} - {y.python})", max(x.bits, y.bits))

    def times(self, x, y):
        kind = x.kind
        if kind == "c":
            size = 2 * x.size * y.size
            return self.binary("*", 7, x, y, kind, -size, size, f"m.cplx({x.python} * {y.python})", x.bits + y.bits)
        ends = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
        low, high = min(ends), max(ends)
        if kind in "il":
            low, high = wrapped(low, high, kind)
        f = {"i": "m.i32", "l": "m.i64", "r": "m.real"}[kind]
        return self.binary("*", 7, x, y, kind, low, high, f"{f}({x.python} * {y.python})", x.bits + y.bits)

    def condition(self, depth=1):
        """A number that is 0 or 1."""
        roll = self.random.randrange(10)
        if roll < 6 or depth <= 0:
            kind = self.pick("i", "i", "r")
            x, y = self.number(kind, depth - 1), self.number(kind, depth - 1)
            if kind == "i" and self.chance(30):
                x, y = self.tame(x, 7), literal(self.random.randrange(4), "i")
            sign = self.pick("<", "<=", ">", ">=", "==", "!=")
            return self.binary(sign, 4, x, y, "i", 0, 1, f"int({x.python} {sign} {y.python})")
        x, y = self.condition(depth - 1), self.condition(depth - 1)
        if roll == 6:
            return Number(f"!{x.inside(8)}", f"int(not {x.python})", "i", 0, 1, level=8)
        sign, word, level = self.pick(("&&", "and", 3), ("||", "or", 2))
        return self.binary(sign, level, x, y, "i", 0, 1, f"int(bool({x.python} {word} {y.python}))")

    def choice(self, c, x, y):
        low, high = spread(x, y)
        return Number(f"({c.inside(2)} ? {x.inside(2)} : {y.inside(2)})", f"({x.python} if {c.python} else {y.python})", x.kind, low, high,
                      max(x.bits, y.bits))

    def int_number(self, depth):
        roll = self.random.randrange(100)
        if roll < 50:
            x, y = self.number("i", depth - 1), self.number("i", depth - 1)
            return self.pick(self.plus, self.minus, self.times)(x, y)
        if roll < 58:
            return self.tame(self.number("i", depth - 1), self.pick(6, 12, 60))
        if roll < 66:
            x = self.number("r", depth - 1)
            return Number(f"int({x.quasar})", f"m.truncated({x.python})", "i", int(x.low), int(x.high))
        if roll < 71:
            x, d = self.tame(self.number("i", depth - 1), 1 << 20), self.pick(2, 3, 5, 7, -3)
            size = x.size // abs(d)
            return Number(f"int({x.inside(7)}/{literal(d, 'i').inside(8)})", f"m.quotient({x.python}, {d})", "i", -size, size)
        if roll < 79:
            return self.bits_of(self.number("i", depth - 1), self.number("i", depth - 1))
        if roll < 86:
            x, y = self.number("i", depth - 1), self.number("i", depth - 1)
            name, f = self.pick(("min", "smaller"), ("max", "greater"))
            low, high = (min(x.low, y.low), min(x.high, y.high)) if name == "min" else (max(x.low, y.low), max(x.high, y.high))
            return Number(f"{name}({x.quasar}, {y.quasar})", f"m.{f}({x.python}, {y.python})", "i", low, high)
        if roll < 90:
            return self.condition(depth - 1)
        if roll < 94:
            return self.choice(self.condition(1), self.number("i", depth - 1), self.number("i", depth - 1))
        if roll < 97:
            x = self.tame(self.number("i", depth - 1), 1 << 20)
            name, f = self.pick(("abs", "abs"), ("sign", "m.sign"))
            return Number(f"{name}({x.quasar})", f"{f}({x.python})", "i", -1 if name == "sign" else 0, x.size)
        return self.called("i", depth) or self.leaf("i")

    def bits_of(self, x, y):
        name, sign = self.pick(("and", "&"), ("or", "|"), ("xor", "^"))
        if x.low >= 0 and y.low >= 0:
            top = (1 << max(x.high, y.high).bit_length()) - 1
            low, high = 0, min(top, WIDE - 1)
        else:
            low, high = -WIDE, WIDE - 1
        return Number(f"{name}({x.quasar}, {y.quasar})", f"({x.python} {sign} {y.python})", "i", low, high)

    def real_number(self, depth):
        roll = self.random.randrange(100)
        if roll < 40:
            x, y = self.number("r", depth - 1), self.number(self.pick("r", "r", "i"), depth - 1)
            x, y = self.narrow(x), real(self.tame(y), True) if y.kind == "i" else self.narrow(y)
            if self.chance(50):
                x, y = y, x
            return self.pick(self.plus, self.minus)(x, y)
        if roll < 58:
            x, y = self.number("r", depth - 1), self.number("r", depth - 1)
            x, y = self.narrow(x, 10), self.narrow(y, 11)
            return self.times(x, y)
        if roll < 64:
            x, d = self.number(self.pick("r", "i"), depth - 1), self.pick(2, 4, 8)
            x = real(self.tame(x), True) if x.kind == "i" else self.narrow(x, 18)
            f = f"m.real({x.python} / {d})"
            return Number(f"{x.inside(7)}/{d}", f, "r", x.low / d, x.high / d, x.bits + d.bit_length() - 1, 7)
        if roll < 70:
            return self.coarse(Number(*vars_of(self.number("r", depth - 1), bits=99)), 0)
        if roll < 77:
            x, y = self.number("r", depth - 1), self.number("r", depth - 1)
            name, f = self.pick(("min", "smaller"), ("max", "greater"))
            low, high = (min(x.low, y.low), min(x.high, y.high)) if name == "min" else (max(x.low, y.low), max(x.high, y.high))
            return Number(f"{name}({x.quasar}, {y.quasar})", f"m.{f}({x.python}, {y.python})", "r", low, high, max(x.bits, y.bits))
        if roll < 82:
            return self.choice(self.condition(1), self.number("r", depth - 1), self.number("r", depth - 1))
        if roll < 86:
            x = self.number("r", depth - 1)
            return Number(f"abs({x.quasar})", f"abs({x.python})", "r", 0, x.size, x.bits)
        if roll < 89:
            x = self.number("r", depth - 1)
            return Number(f"-{x.inside(9)}", f"(-{x.python})", "r", -x.high, -x.low, x.bits, 8)
        if roll < 92:
            x = self.narrow(self.number("r", depth - 1), 11)
            return Number(f"{x.inside(10)}^2", f"m.real({x.python} * {x.python})", "r", 0, x.size ** 2, 2 * x.bits, 9)
        if roll < 95:
            return self.tame(self.number("r", depth - 1), self.pick(7, 13))
        return self.called("r", depth) or self.leaf("r")

    def narrow(self, x, bits=20):
        """A real number whose digits take so many bits at most."""
        if math.log2(max(x.size, 1)) + x.bits <= bits:
            return x
        x = self.coarse(x, 2)
        if math.log2(max(x.size, 1)) + x.bits <= bits:
            return x
        return self.tame(x, max(2 ** (bits - x.bits) - 1, 7))

    def long_number(self, depth):
        loads = [a for a in self.arrays if a.store.number == "l"]
        known = [n for n in self.numbers if n.kind == "l"]
        if depth <= 0 or self.chance(20):
            if loads and self.chance(70):
                return self.load(self.random.choice(loads))
            if known:
                return self.random.choice(known)
            x = self.leaf("i")
            return Number(f"cast({x.quasar}, int64)", x.python, "l", x.low, x.high)
        x, y = self.long_number(depth - 1), self.number(self.pick("i", "l"), depth - 1)
        roll = self.random.randrange(10)
        if roll < 7:
            return self.pick(self.plus, self.minus, self.times)(x, long(y))
        if roll == 7:
            return self.tame(x, 997)
        name, f = self.pick(("min", "smaller"), ("max", "greater"))
        low, high = spread(x, y)
        return Number(f"{name}({x.quasar}, {y.quasar})", f"m.{f}({x.python}, {y.python})", "l", low, high)

    def complex_number(self, depth):
        loads = [a for a in self.arrays if a.store.number == "c"]
        known = [n for n in self.numbers if n.kind == "c"]
        if depth <= 0 or self.chance(25):
            if loads and self.chance(75):
                return self.load(self.random.choice(loads))
            if known:
                return self.random.choice(known)
            a, b = self.random.randrange(4), self.random.randrange(1, 4)
            return Number(f"({a} + {b}i)", f"complex({a}, {b})", "c", -max(a, b), max(a, b))
        x, y = self.complex_number(depth - 1), self.complex_number(depth - 1)
        roll = self.random.randrange(10)
        if roll < 5:
            return self.pick(self.plus, self.minus)(x, y)
        if roll < 8 and not too_wide(2 * x.size * y.size, x.bits + y.bits + 4):
            return self.times(x, y)
        return Number(f"conj({x.quasar})", f"({x.python}).conjugate()", "c", x.low, x.high, x.bits)

    def called(self, kind, depth):
        """A call of a function of the case; the builder overrides it."""
        return None

    # Elements.

    def mode_of(self, a):
        """The word by which the meaning decides an access outside."""
        return a.mode or self.place

    def load(self, a):
        index = self.indices(a, writing=False)
        low, high = a.store.low, a.store.high
        text, python = self.access(a, index)
        low, high = min(low, 0), max(high, 0)
        return Number(text, f"m.ld({python})", a.store.number, low, high, a.store.bits)

    def access(self, a, index):
        """`x[i,j]` and the arguments that name it to the meaning."""
        quasar = f"{a.name}[{','.join(i.quasar for i in index)}]"
        python = f"{a.name}, '{self.mode_of(a)}', {', '.join(i.python for i in index)}"
        return quasar, python

    def indices(self, a, writing):
        free = a.mode in ("mirror", "circular", "clamped", "safe") or (not writing and not a.mode and self.place == "loop")
        return [self.index(n, free) for n in a.store.dims]

    def index(self, n, free):
        """An int for a dimension of n elements; `free`: a little outside is fine."""
        for _ in range(4):
            i = self.affine()
            slack = self.pick(0, 0, 1, 2, n) if free else 0
            if i.low == i.high:
                # An index that is known to be outside is an error of the program.
                slack = 0
            if -slack <= i.low and i.high < n + slack:
                return i
        if self.chance(60):
            # A loop variable that is inside without more.
            fine = [v for v in self.numbers if v.kind == "i" and getattr(v, "counter", False) and 0 <= v.low and v.high < n]
            if fine:
                v = self.random.choice(fine)
                if self.chance(30):
                    return Number(f"{n - 1}-{v.quasar}", f"({n - 1} - {v.python})", "i", n - 1 - v.high, n - 1 - v.low, level=6)
                return v
        if n == 1 or self.chance(25):
            return literal(self.random.randrange(n), "i")
        i = self.number("i", 1) if self.chance(40) else self.affine()
        return Number(f"periodize({i.quasar}, {n})", f"m.periodize({i.python}, {n})", "i", 0, n - 1)

    def affine(self):
        """A sum of loop variables with small factors and a constant."""
        counters = [v for v in self.numbers if getattr(v, "counter", False)]
        if not counters:
            return literal(self.random.randrange(-1, 6), "i")
        v = self.random.choice(counters[-3:])
        f = self.pick(1, 1, 1, 1, 1, 2, -1)
        i = v if f == 1 else Number(f"{f}*{v.quasar}", f"({f} * {v.python})", "i", min(f * v.low, f * v.high), max(f * v.low, f * v.high), level=7)
        if len(counters) > 1 and self.chance(25):
            i = self.plus(i, self.random.choice(counters))
        c = self.pick(0, 0, 0, 1, -1, 2, -2, 3)
        if f == -1:
            c = self.random.randrange(2, 9)
        if c:
            i = self.plus(i, literal(c, "i")) if c > 0 else self.minus(i, literal(-c, "i"))
        return i


def vars_of(n, bits):
    return n.quasar, n.python, n.kind, n.low, n.high, bits, n.level
