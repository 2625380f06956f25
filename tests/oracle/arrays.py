"""Statements on whole arrays: expressions, slices read and written, masks, totals, aliases and copies.

*Invariant:* sizes agree when the case is made, so that none of these statements raises an error that was not meant.
"""

import math

import meaning
from builder import Builder, bounds_of_long, product, type_text
from expressions import BITS, literal, real
from values import INT, REAL, REAL_BITS, Number, Store, Variable, bounds_of

COMPUTED = meaning.COMPUTED
NUMPY_KIND = {"i": "int", "l": "int64", "r": "scalar", "c": "cscalar"}


def normal(dims):
    """Extents as `size` tells them."""
    dims = (1, *dims) if len(dims) == 1 else tuple(dims)
    while len(dims) > 2 and dims[-1] == 1:
        dims = dims[:-1]
    return dims


class Whole(Number):
    """An expression with an array: a Number whose bounds are those of the elements, extents, and the type of the elements: what they are computed as,
    or for a slice that of the array that it is from, whose modifier it has too."""

    def __init__(self, quasar, python, kind, dims, low, high, bits=0, level=10, elements=None, mode=""):
        super().__init__(quasar, python, kind, low, high, bits, level)
        self.dims, self.elements, self.mode = tuple(dims), elements or NUMPY_KIND[kind], mode

    @property
    def word(self):
        return f"'{NUMPY_KIND[self.kind]}'"


def whole_of(a):
    return Whole(a.name, a.name, a.store.number, normal(a.store.dims), a.store.low, a.store.high, a.store.bits)


class Arrays(Builder):
    # Slices.

    def part(self, n, count, free):
        """One index of a slice that selects `count` of n elements: Quasar, Python."""
        if count == n and self.chance(45):
            return ":", "None"
        if count > n and not free:
            return None
        slack = self.pick(0, 1, 2) if free else 0
        room = n + 2 * slack
        if count > room:
            return None
        if self.chance(8):
            picked = [self.random.randrange(n) for _ in range(count)]
            if count <= 6:
                text = "[" + ",".join(map(str, picked)) + "]"
                return (text, text) if count > 1 else (f"{picked[0]}..{picked[0]}", text)
        step = self.pick(1, 1, 1, 2, 3) if count > 1 else 1
        while (count - 1) * step + 1 > room:
            step -= 1
        first = self.random.randrange(room - (count - 1) * step) - slack
        last = first + (count - 1) * step
        if count > 1 and self.chance(30):
            first, last, step = last, first, -step
        over = self.random.randrange(abs(step)) if count > 1 else 0
        end = last + (over if step > 0 else -over)
        middle = "" if step == 1 else f"{step}.."
        return f"{self.edge(first)}..{middle}{self.edge(end)}", f"m.steps({first}, {step}, {end})"

    def edge(self, k):
        if k >= 0 and self.zero and self.chance(25):
            return f"{k}+z"
        return str(k)

    def free(self, a):
        return a.mode in ("mirror", "circular", "clamped", "safe") or (not a.mode and self.place == "loop")

    def slice_into(self, a, counts, writing=False):
        """The indices of a slice of a with so many elements along each dimension; 0 stands for a single index."""
        quasar, python = [], []
        for n, count in zip(a.store.dims, counts):
            if count == 0:
                i = self.index(n, False)
                quasar.append(i.quasar)
                python.append(i.python)
                continue
            part = self.part(n, count, self.free(a) and not writing)
            if part is None:
                return None
            quasar.append(part[0])
            python.append(part[1])
        mode = self.mode_of(a)
        return f"{a.name}[{','.join(quasar)}]", f"{a.name}, '{mode}'", ", ".join(python)

    def sliced(self, dims, kinds="ir"):
        """A slice of some array with these extents."""
        order = [a for a in self.arrays if a.store.number in kinds and a.rank <= self.ranks]
        self.random.shuffle(order)
        for a in order:
            for counts in self.counts_for(a, dims):
                s = self.slice_into(a, counts)
                if s:
                    low, high = min(a.store.low, 0), max(a.store.high, 0)
                    return Whole(s[0], f"m.take({s[1]}, {s[2]})", a.store.number, dims, low, high, a.store.bits, elements=a.store.kind, mode=a.mode)
        return None

    def counts_for(self, a, dims):
        """Counts along a's dimensions whose slice has the extents dims."""
        if a.rank == 1:
            return [(dims[1],)] if len(dims) == 2 and dims[0] == 1 else []
        if a.rank == 2:
            if len(dims) != 2:
                return []
            options = [dims]
            if dims[0] == 1:
                options.append((0, dims[1]))
            if dims[1] == 1:
                options.append((dims[0], 0))
            return self.shuffled(options)
        if a.rank == 3:
            options = []
            if len(dims) == 3:
                options.append(dims)
                if dims[0] == 1:
                    options.append((0, dims[1], dims[2]))
            elif len(dims) == 2:
                options.append((*dims, 0))
                if dims[0] == 1:
                    options.append((0, dims[1], 0))
            return self.shuffled(options)
        return []

    def shuffled(self, items):
        items = list(items)
        self.random.shuffle(items)
        return items

    # Expressions.

    def whole(self, dims, kinds, depth):
        """An expression of an array with these extents: kinds is "i" for whole numbers alone, "ir" for real ones."""
        kind = "c" if kinds == "c" else "l" if kinds == "l" else None
        if depth <= 0 or self.chance(15):
            return self.whole_leaf(dims, kinds)
        roll = self.random.randrange(100)
        if roll < 52:
            x, y = self.whole(dims, kinds, depth - 1), self.whole_or_number(dims, kinds, depth - 1)
            if self.chance(50):
                x, y = y, x
            return self.combined(self.pick("+", "-", "+", "-", ".*"), x, y)
        if kind == "c" or kind == "l":
            return self.whole_leaf(dims, kinds)
        x = self.whole(dims, kinds, depth - 1)
        if roll < 62:
            y = self.whole_or_number(dims, kinds, depth - 1)
            name = self.pick("min", "max")
            return self.lifted(name, {"min": "least", "max": "most"}[name], x, y, min(x.low, y.low), max(x.high, y.high))
        if roll < 68:
            return self.applied("abs", "absolute", x, 0, x.size)
        if roll < 74:
            d = self.pick(7, 13, 101)
            low = 0 if x.low >= 0 else -d
            return Whole(f"mod({x.quasar}, {d})", f"m.remainder({x.word}, {x.python}, {d})", x.kind, dims, low, d, x.bits)
        if roll < 80:
            x = self.whole_narrow(x, 12)
            if "r" in kinds:
                return Whole(f"{x.inside(7)}/4", f"m.half({x.word}, {x.python}, 4)", "r", dims, x.low / 4, x.high / 4, x.bits + 2, 7)
        if roll < 82:
            return self.joined(x, dims, kinds, depth)
        if roll < 86:
            return self.compared(self.pick("<", ">", "<=", "==", "!="), x, dims, kinds, depth)
        if roll < 90:
            return Whole(f"-{x.inside(9)}", f"m.neg({x.word}, {x.python})", x.kind, dims, -x.high, -x.low if x.low > -2 ** 31 else 2 ** 31, x.bits, 8)
        if roll < 94 and x.kind == "r":
            return Whole(f"floor({x.quasar})", f"m.floors({x.word}, {x.python})", "r", dims, math.floor(x.low), math.ceil(x.high))
        if roll < 97 and x.kind == "r" and x.size < 1 << 30:
            return Whole(f"int({x.quasar})", f"m.ints({x.python})", "i", dims, int(x.low) - 1, int(x.high) + 1)
        if len(dims) == 2:
            # Not of a cube, whose extents may be those of a matrix.
            outside, self.ranks = self.ranks, 2
            y = self.whole(dims[::-1], kinds, depth - 1)
            self.ranks = outside
            return Whole(f"transpose({y.quasar})", f"m.transpose({y.python})", y.kind, dims, y.low, y.high, y.bits)
        return x

    def compared(self, sign, x, dims, kinds, depth):
        y = self.whole_or_number(dims, kinds, depth - 1)
        word = "'scalar'" if "r" in (x.kind, y.kind) else "'int'"
        return Whole(f"({x.inside(5)} {sign} {y.inside(5)})", f"m.compare({word}, '{sign}', {x.python}, {y.python})", "i", dims, 0, 1)

    def joined(self, x, dims, kinds, depth):
        """Truth values, element by element, also of equality: as a value it does not compare whole arrays."""
        if self.chance(60):
            x = self.compared(self.pick("==", "!="), x, dims, kinds, depth)
        if self.chance(30):
            return Whole(f"!{x.inside(8)}", f"m.logic('!', {x.python})", "i", dims, 0, 1, level=8)
        y = self.whole_or_number(dims, kinds, depth - 1)
        sign, level = self.pick(("&&", 3), ("||", 2))
        return Whole(f"({x.inside(level)} {sign} {y.inside(level + 1)})", f"m.logic('{sign}', {x.python}, {y.python})", "i", dims, 0, 1)

    def lifted(self, name, f, x, y, low, high):
        kind = "r" if "r" in (x.kind, y.kind) else x.kind
        dims = x.dims if isinstance(x, Whole) else y.dims
        return Whole(f"{name}({x.quasar}, {y.quasar})", f"m.{f}('{NUMPY_KIND[kind]}', {x.python}, {y.python})", kind, dims, low, high, max(x.bits, y.bits))

    def applied(self, name, f, x, low, high):
        return Whole(f"{name}({x.quasar})", f"m.{f}({x.word}, {x.python})", x.kind, x.dims, low, high, x.bits)

    def whole_or_number(self, dims, kinds, depth):
        if self.chance(30):
            n = self.small_literal(self.pick(*kinds)) if kinds in ("i", "ir") else literal(self.pick(1, 2, 3), "i")
            known = [v for v in self.numbers if v.kind in kinds and v.size <= INT]
            return self.random.choice(known) if known and self.chance(60) else n
        return self.whole(dims, kinds, depth)

    def combined(self, sign, x, y):
        kind = "c" if "c" in (x.kind, y.kind) else "r" if "r" in (x.kind, y.kind) else "l" if "l" in (x.kind, y.kind) else "i"
        word = NUMPY_KIND[kind]
        if kind in "rc":
            bits = 20 if sign != ".*" else 10
            x, y = self.whole_narrow(x, bits), self.whole_narrow(y, bits)
        f = {"+": "add", "-": "sub", ".*": "mul"}[sign]
        if sign == ".*":
            ends = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
            low, high, bits = min(ends), max(ends), x.bits + y.bits
            if kind == "c":
                low, high = -2 * x.size * y.size, 2 * x.size * y.size
        else:
            low, high = (x.low + y.low, x.high + y.high) if sign == "+" else (x.low - y.high, x.high - y.low)
            bits = max(x.bits, y.bits)
        limit = 1 << 31 if kind == "i" else 1 << 63
        if kind in "il" and (low < -limit or high >= limit):
            low, high = -limit, limit - 1
        level = 7 if sign == ".*" else 6
        dims = x.dims if isinstance(x, Whole) else y.dims
        return Whole(f"{x.inside(level)}{' ' if sign != '.*' else ''}{sign}{' ' if sign != '.*' else ''}{y.inside(level + 1)}",
                     f"m.{f}('{word}', {x.python}, {y.python})", kind, dims, low, high, bits, level)

    def whole_narrow(self, x, bits):
        if not isinstance(x, Whole):
            if x.kind == "c":
                return x
            return self.narrow(x, bits) if x.kind == "r" else self.tame(x, min(INT, 2 ** bits - 1))
        if math.log2(max(x.size, 1)) + x.bits <= bits or x.kind == "c":
            return x
        if x.kind == "r" and x.bits > 2:
            x = Whole(f"floor({x.quasar})", f"m.floors({x.word}, {x.python})", "r", x.dims, math.floor(x.low), math.ceil(x.high))
        return Whole(f"mod({x.quasar}, 13)", f"m.remainder({x.word}, {x.python}, 13)", x.kind, x.dims, -13, 13, x.bits)

    def whole_leaf(self, dims, kinds):
        fit = [a for a in self.arrays if normal(a.store.dims) == tuple(dims) and a.store.number in kinds and a.rank <= self.ranks]
        roll = self.random.randrange(100)
        if fit and roll < 55:
            return whole_of(self.random.choice(fit))
        if roll < 85:
            s = self.sliced(dims, kinds)
            if s:
                return s
        if len(dims) == 2 and dims[0] == 1 and dims[1] <= 8 and kinds in ("i", "ir"):
            values = [self.small_literal(self.pick(*kinds)) for _ in range(dims[1])]
            if dims[1] > 1:
                kind = "r" if any(v.kind == "r" for v in values) else "i"
                low, high = min(v.low for v in values), max(v.high for v in values)
                text = "[" + ",".join(v.quasar for v in values) + "]"
                return Whole(text, f"m.literal('{NUMPY_KIND[kind]}', {text})", kind, dims, low, high, max(v.bits for v in values))
        if fit:
            return whole_of(self.random.choice(fit))
        kind = kinds[-1]
        text = ",".join(map(str, dims))
        if kind == "r":
            return Whole(f"ones({text})", f"m.lift('scalar', lambda a: a + 1, m.new('scalar', {text}))", "r", dims, 1, 1)
        if kind == "c":
            return Whole(f"(zeros({text}) + 2i)", f"m.lift('cscalar', lambda a: a + 2j, m.new('cscalar', {text}))", "c", dims, 0, 2)
        name = {2: "mat", 3: "cube", 4: "cube{4}"}[len(dims)]
        return Whole(f"{name}[int]({text})", f"m.new('int', {text})", "i", dims, 0, 0)

    # Statements.

    def declared(self, dims):
        """The dimensions by which a new array is indexed: a row is a vector, unless its type may be that of a matrix of one row."""
        row = len(dims) == 2 and dims[0] == 1
        matrices = any(a.rank > 1 and a.store.dims[0] == 1 for a in self.arrays)
        return list(dims[1:]) if row and not matrices else list(dims)

    def extents(self):
        """Extents of some array, or of a part of it."""
        a = self.random.choice(self.arrays)
        if self.chance(70):
            return normal(a.store.dims)
        return normal([max(1, self.random.randrange(1, n + 1)) for n in a.store.dims])

    def kinds_of(self, dims):
        numbers = {a.store.number for a in self.arrays}
        return self.pick(*(["ir"] * 4 + ["i"] * 2 + (["c"] if "c" in numbers else []) + (["l"] if "l" in numbers else [])))

    def array_statement(self):
        roll = self.random.randrange(100)
        if roll < 24:
            self.new_from_expression()
        elif roll < 42:
            self.store_slice()
        elif roll < 56:
            self.update_whole()
        elif roll < 64:
            self.mask()
        elif roll < 78:
            self.whole_number()
        elif roll < 88:
            self.alias()
        elif roll < 94:
            self.store_whole()
        elif roll < 96 and self.straight:
            self.swap()
        elif roll < 98 and self.iterations == 1:
            self.great_totals()
        else:
            self.reshaped()

    def bounded(self, x):
        """An expression whose elements keep the bounds of variables."""
        if x.kind == "c":
            return x if x.size <= REAL and x.bits <= REAL_BITS else None
        if x.kind == "l":
            return x
        size = REAL if x.kind == "r" else INT
        if x.size <= size and x.bits <= REAL_BITS:
            return x
        if x.kind == "r" and x.bits > REAL_BITS:
            name, f = self.pick(("floor", "floors"), ("round", "rounds"))
            x = Whole(f"{name}({x.quasar})", f"m.{f}({x.word}, {x.python})", "r", x.dims, math.floor(x.low), math.ceil(x.high))
        d = 13 if x.kind == "r" else 997
        return x if x.size <= size else Whole(f"mod({x.quasar}, {d})", f"m.remainder({x.word}, {x.python}, {d})", x.kind, x.dims, -d, d, x.bits)

    def new_from_expression(self):
        dims = self.extents()
        x = self.bounded(self.whole(dims, self.kinds_of(dims), 3))
        if x is None:
            return
        name = self.fresh("b")
        known = {a.name: a for a in self.arrays}
        if x.quasar in known:
            # Just a variable: the same array.
            self.line(f"{name} = {x.quasar}", f"{name} = {x.python}")
            self.arrays.append(Variable(name, known[x.quasar].store, known[x.quasar].mode))
            return
        kind = x.elements
        declared = self.declared(x.dims)
        target = self.pick(kind, kind, kind, "scalar", "uint8", "int16", "int") if x.kind in "ir" else kind
        # A result of the library's floor and so on is a scalar although ints went in.
        low, high, bits = bounds_of(target)
        if target == "scalar" and x.size > REAL:
            target, (low, high, bits) = kind, bounds_of(kind)
        if x.size > high and target == kind:
            low, high = x.low, x.high
        if target == "int64":
            low, high = -(1 << 63), (1 << 63) - 1
        mode = self.pick("", "", "mirror", "clamped", "circular", "safe")
        store = Store(target, declared, low, high, max(bits, x.bits))
        written = f"{name} : {type_text(target, declared)}" + (f"'{mode}" if mode else "")
        if target not in (kind, "scalar"):
            # Elements of other types are made first, then stored: each is rounded or cut off on its way.
            sizes = ",".join(map(str, declared))
            index = ",".join(":" * len(declared))
            self.line([f"{written} = {type_text(target, declared)}({sizes})", f"{name}[{index}] = {x.quasar}"],
                      [f"{name} = m.new('{target}', {sizes})", f"m.put({name}, 'host', {x.python}, {', '.join(['None'] * len(declared))})"])
        elif target != kind or mode:
            self.line(f"{written} = {x.quasar}", f"{name} = m.convert('{target}', {x.python})")
        else:
            mode = x.mode
            self.line(f"{name} = {x.quasar}", f"{name} = {x.python}")
        self.arrays.append(Variable(name, store, mode))

    def store_slice(self):
        targets = self.writable()
        if not targets:
            return
        a = self.random.choice(targets)
        counts = [0 if self.chance(25) and a.rank > 1 else self.random.randrange(1, n + 1) if self.chance(50) else n for n in a.store.dims]
        if not any(counts):
            counts[-1] = a.store.dims[-1]
        s = self.slice_into(a, counts, writing=True)
        if s is None or "[" in s[2] or repeated(s[0]):
            return
        x = self.value_of_slice(a, counts)
        if x is not None:
            self.line(f"{s[0]} = {x.quasar}", f"m.put({s[1]}, {x.python}, {s[2]})")

    def value_of_slice(self, a, counts):
        if self.chance(30):
            return self.value_for(a.store, 2)
        dims = normal([max(c, 1) for c in counts])
        if a.rank == 3 and counts[2] > 0 and counts[0] == 0 and counts[1] == 0:
            dims = (1, counts[2])
        elif a.rank == 3 and (counts[0] == 0 or counts[1] == 0):
            left = [c for c in counts if c > 0]
            dims = normal(left)
        kinds = {"cscalar": "c", "int64": "l"}.get(a.store.kind, "ir" if self.chance(70) else "i")
        if a.store.kind in ("uint32", "uint64"):
            kinds = "i"
        x = self.whole(dims, kinds, 2)
        if self.chance(30) and x.kind == "r" and x.size < 1 << 30:
            x = Whole(f"int({x.quasar})", f"m.ints({x.python})", "i", dims, int(x.low) - 1, int(x.high) + 1)
        if a.store.kind in ("scalar", "cscalar", "int"):
            if a.store.kind == "scalar" and x.kind == "i" and x.size > REAL:
                x = Whole(f"mod({x.quasar}, 13)", f"m.remainder('int', {x.python}, 13)", "i", dims, -13, 13)
            x = self.bounded(x)
        return x

    def store_whole(self):
        targets = self.writable()
        if not targets:
            return
        a = self.random.choice(targets)
        x = self.value_of_slice(a, list(a.store.dims))
        if x is not None:
            index = ",".join(":" * a.rank)
            self.line(f"{a.name}[{index}] = {x.quasar}", f"m.put({a.name}, '{self.mode_of(a)}', {x.python}, {', '.join(['None'] * a.rank)})")

    def update_whole(self):
        """`x op= y` in place."""
        targets = [a for a in self.writable() if a.store.kind != "cscalar"]
        if not targets:
            return
        a = self.random.choice(targets)
        s = a.store
        sign = self.pick("+", "-", "+", "-", ".*")
        kinds = "l" if s.number == "l" else "i" if s.kind == "int" else self.pick("i", "ir", "ir")
        y = self.whole_or_number(normal(s.dims), kinds, 2)
        if s.kind == "scalar":
            y = self.whole_narrow(y, 7)
            if sign == ".*":
                y = literal(self.pick(-1, 2, 0), "i")
            size, bits = (s.size + y.size, max(s.bits, y.bits)) if sign != ".*" else (s.size * 2, s.bits)
            if math.log2(size + 1) + bits > 17:
                return
            s.low, s.high, s.bits = -size, size, bits
        elif s.kind == "int":
            y = self.whole_narrow(y, 9)
            size = s.size + y.size if sign != ".*" else s.size * y.size
            s.low, s.high = (-size, size) if size < 1 << 30 else (-(1 << 31), (1 << 31) - 1)
        elif s.number == "l":
            s.low, s.high = bounds_of_long(s.kind)
        else:
            y = self.whole_narrow(y, 12)
        kind = "scalar" if y.kind == "r" or s.kind == "scalar" else "int64" if s.number == "l" else "int"
        f = {"+": "add", "-": "sub", ".*": "mul"}[sign]
        self.line(f"{a.name} {sign}= {y.quasar}", f"m.update({a.name}, m.{f}('{kind}', {a.name}, {y.python}))")

    def mask(self):
        targets = [a for a in self.writable() if a.store.kind != "cscalar" and a.store.number != "l"]
        if not targets:
            return
        a = self.random.choice(targets)
        kind = "scalar" if a.store.number == "r" else "int"
        c = literal(self.pick(0, 1, 2, -1, 5), "i")
        sign = self.pick("<", ">", "<=", ">=", "==", "!=")
        x = self.value_for(a.store, 1)
        self.line(f"{a.name}[{a.name} {sign} {c.quasar}] = {x.quasar}",
                  f"m.fill_where({a.name}, m.compare('{kind}', '{sign}', {a.name}, {c.python}), {x.python})")

    def whole_number(self):
        """A number from an array: a total, an extreme, an element."""
        dims = self.extents()
        kinds = self.pick("i", "ir")
        x = self.whole(dims, kinds, self.pick(0, 1, 2))
        n = product(dims)
        what = self.pick("sum", "sum", "max", "min", "mean", "any", "all", "sumdim", "cumsum")
        if what in ("sum", "mean", "sumdim", "cumsum"):
            x = self.whole_narrow(x, int(BITS - math.log2(n))) if x.kind == "r" else self.whole_narrow(x, 20)
            if x.kind == "i" and x.size * n >= 1 << 31:
                return
        name = self.fresh("n")
        low, high, bits, kind = x.low, x.high, x.bits, x.kind
        if what == "sum":
            low, high = -x.size * n, x.size * n
        if what == "mean" and n & (n - 1) == 0 and (x.kind == "r" or x.size * n < 1 << 23):
            kind, bits = "r", x.bits + n.bit_length() - 1
        elif what == "mean":
            what, low, high = "sum", -x.size * n, x.size * n
        if what in ("any", "all"):
            low, high, bits, kind = 0, 1, 0, "i"
        if what in ("sumdim", "cumsum"):
            d = self.random.randrange(len(dims))
            f, q = ("totals", "sum") if what == "sumdim" else ("running", "cumsum")
            out = dims if what == "cumsum" else normal([1 if k == d else c for k, c in enumerate(dims)])
            size = x.size * dims[d]
            declared = self.declared(out)
            store = Store(NUMPY_KIND[x.kind], declared, -size, size, x.bits)
            self.line(f"{name} = {q}({x.quasar}, {d})", f"{name} = m.{f}({x.python}, {d})")
            self.arrays.append(Variable(name, store))
            return
        f = {"sum": "total", "max": "highest", "min": "lowest", "mean": "mean", "any": "some", "all": "every"}[what]
        self.line(f"{name} = {what}({x.quasar})", f"{name} = m.{f}({x.python})")
        self.numbers.append(Number(name, name, kind, low, high, bits))

    def great_totals(self):
        """Totals of great ints: exact although single precision does not hold them; a mean is rounded once."""
        kind = self.pick("int", "int", "int", "uint32", "int64", "uint16", "uint8", "int16")
        n = self.pick(3, 7, 9, 17, 33, 100, 100, 300, 1000)
        name, i = self.fresh("a"), self.fresh("i")
        factor, divisor, low = {"int": (7654321, 1000003, 5), "uint32": (7654321, 400000009, 3), "int64": (987654321, 1 << 30, 11), "uint16": (4099, 65521, 0),
                                "uint8": (37, 251, 0), "int16": (4099, 32749, 7)}[kind]
        # The factor and the index keep within 31 bits.
        factor = min(factor, ((1 << 31) - 1) // max(n, 2))
        self.line([f"{name} = vec[{kind}]({n})", f"for {i} = 0..{self.extent(n - 1)}", f"    {name}[{i}] = mod({factor}*{i}, {divisor}) + {low}", "end"],
                  [f"{name} = m.new('{kind}', {n})", f"for {i} in range({n}):", f"    m.st({name}, 'host', {factor} * {i} % {divisor} + {low}, {i})"])
        word = f"'{COMPUTED[kind]}'"
        # That of a variable is a function of the library, those of expressions and slices are loops.
        forms = [(name, name), (f"{name} + 1", f"m.add({word}, {name}, 1)"), (f"{name}[1..{n - 1}]", f"m.take({name}, 'host', m.steps(1, 1, {n - 1}))"),
                 (f"abs({name}) - 3", f"m.sub({word}, {name}, 3)")]
        for quasar, python in self.random.sample(forms, 2):
            f, meaning_of = self.pick(("mean", "mean_of_ints"), ("mean", "mean_of_ints"), ("sum", "total"))
            self.line(f'print "{f} ", {f}({quasar})', f'say("{f} ", m.{meaning_of}({python}))')

    def alias(self):
        a = self.random.choice(self.arrays)
        name = self.fresh("b")
        roll = self.random.randrange(4)
        declared = type_text(a.store.kind, a.store.dims)
        if roll == 0:
            self.line(f"{name} = {a.name}", f"{name} = {a.name}")
            self.arrays.append(Variable(name, a.store, a.mode))
        elif roll == 1:
            s = a.store
            self.line(f"{name} = copy({a.name})", f"{name} = m.copy({a.name})")
            # Whether a copy keeps the modifier is not said: it gets one that is written.
            mode = self.pick("mirror", "circular", "clamped", "safe")
            self.line(f"c{name} : {declared}'{mode} = {name}", f"c{name} = {name}")
            self.arrays.append(Variable(f"c{name}", Store(s.kind, s.dims, s.low, s.high, s.bits), mode))
        else:
            mode = self.pick("mirror", "circular", "clamped", "safe")
            self.line(f"{name} : {declared}'{mode} = {a.name}", f"{name} = {a.name}")
            self.arrays.append(Variable(name, a.store, mode))

    def swap(self):
        """Two variables change their arrays."""
        pairs = [(a, b) for a in self.arrays for b in self.arrays
                 if a is not b and a.store is not b.store and a.store.kind == b.store.kind and a.store.dims == b.store.dims and a.mode == b.mode]
        if not pairs:
            return
        a, b = self.random.choice(pairs)
        self.line(f"[{a.name}, {b.name}] = [{b.name}, {a.name}]", f"{a.name}, {b.name} = {b.name}, {a.name}")
        a.store, b.store = b.store, a.store

    def reshaped(self):
        a = self.random.choice(self.arrays)
        n = a.store.numel
        h = self.random.choice([k for k in range(1, n + 1) if n % k == 0])
        if h == 1 or h == n:
            return
        name = self.fresh("b")
        s = a.store
        self.line(f"{name} = copy(reshape({a.name}, [{h},{n // h}]))", f"{name} = m.reshape({a.name}, {h}, {n // h})")
        self.arrays.append(Variable(name, Store(s.kind, (h, n // h), s.low, s.high, s.bits)))


def repeated(text):
    """A list of indices in a slice that is written: which of two values stays is not said."""
    return ",[" in text or "[[" in text
