"""A case in the making: its variables, its statements, the numbers and loops in them.

*Invariant:* loops have trip counts that are known while the case is made, so that sums stay exact and nothing runs long.
"""

import contextlib
import random

import tree
from expressions import Expressions, literal, real
from values import INT, REAL, REAL_BITS, WIDE, Number, Store, Variable, bounds_of

# What one iteration of a nest may add to an element, and to a number.
STEP, SUMMAND = 2, 15
SIZES = (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33)


def type_text(kind, dims, rank_name=None):
    name = {1: "vec", 2: "mat", 3: "cube", 4: "cube{4}"}[len(dims)]
    return name if kind == "scalar" else f"{name}[{kind}]"


class Builder(Expressions):
    def __init__(self, name, seed):
        self.name = name
        self.random = random.Random(seed)
        self.block = tree.Block()
        self.main = self.block
        self.numbers, self.arrays, self.functions = [], [], []
        self.place = "host"
        # Iterations of a nest at most, and those of the loops around.
        self.most = 1200
        self.iterations = 1
        self.level = 0
        self.names = 0
        # Variables whose value changes by counting or by a rule of their own are not assigned by others.
        self.prelude = tree.Block()
        self.breakable = False
        self.straight = True
        # Whether `z`, which is 0 when the program runs, is in scope.
        self.zero = True
        # Dimensions of the arrays that an expression may have as its leaves.
        self.ranks = 3

    def fresh(self, prefix):
        self.names += 1
        # Functions of all cases of a program are seen by each other.
        return f"{prefix}{self.names}_{self.name.removeprefix('case')}" if prefix in "fgh" else f"{prefix}{self.names}"

    def line(self, quasar, python=()):
        self.block.append(tree.Line(quasar, python))

    @contextlib.contextmanager
    def within(self):
        """A block whose variables are not seen behind it."""
        outer, numbers, arrays, straight = self.block, len(self.numbers), len(self.arrays), self.straight
        self.block, self.straight = tree.Block(), False
        inner = self.block
        yield inner
        self.block, self.straight = outer, straight
        del self.numbers[numbers:]
        del self.arrays[arrays:]

    # Variables.

    def declare(self, kind=None, value=None):
        """A new variable of a number."""
        kind = kind or self.pick("i", "r", "r")
        name = self.fresh({"i": "k", "r": "t", "l": "w", "c": "q"}[kind])
        if value is None:
            value = self.number(kind, 2)
        if kind == "l":
            value = Number(value.quasar, value.python, "l", -(1 << 63), (1 << 63) - 1)
        else:
            value = self.kept(value)
        forms = {"i": [f"{name} = {value.quasar}", f"{name} : int = {value.quasar}"], "r": [f"{name} = {value.quasar}", f"{name} : scalar = {value.quasar}"],
                 "l": [f"{name} : int64 = {value.quasar}"], "c": [f"{name} : cscalar = {value.quasar}"]}[kind]
        self.line(self.pick(*forms), f"{name} = {value.python}")
        low, high, bits = {"i": (-INT, INT, 0), "r": (-REAL, REAL, REAL_BITS), "l": (-(1 << 63), (1 << 63) - 1, 0), "c": (-REAL, REAL, REAL_BITS)}[kind]
        v = Number(name, name, kind, low, high, bits)
        v.assignable = True
        self.numbers.append(v)
        return v

    def kept(self, n):
        """A value within the bounds of variables."""
        if n.kind == "c":
            return n if n.size <= REAL and n.bits <= REAL_BITS else Number("(1 + 2i)", "complex(1, 2)", "c", 1, 2)
        if n.kind == "l":
            return n
        return self.fitting(n, REAL if n.kind == "r" else INT, REAL_BITS)

    def kept_for(self, store, n):
        """A value within the bounds of an array's elements."""
        if store.kind == "cscalar":
            return n if n.size <= REAL and n.bits <= REAL_BITS else None
        if store.kind == "scalar":
            return real(self.tame(n, REAL), True) if n.kind == "i" else self.fitting(n, REAL, REAL_BITS)
        if store.kind == "int":
            return self.tame(n, INT) if n.kind in "ir" else None
        if n.kind == "r":
            return self.tame(n, 1 << 20)
        return n

    def assign(self):
        targets = [n for n in self.numbers if getattr(n, "assignable", False)]
        if not targets:
            return self.declare()
        v = self.random.choice(targets)
        if self.chance(40):
            return self.update_number(v)
        value = self.number(v.kind, 2)
        if v.kind == "i" and self.chance(15):
            x = self.number("r", 2)
            value = Number(f"int({x.quasar})", f"m.truncated({x.python})", "i", int(x.low) - 1, int(x.high) + 1)
        value = self.kept(value)
        self.line(f"{v.quasar} = {value.quasar}", f"{v.python} = {value.python}")

    def update_number(self, v):
        if v.kind in "lc":
            x = self.number(v.kind, 1)
            if v.kind == "l":
                self.line(f"{v.quasar} += {x.quasar}", f"{v.python} = m.i64({v.python} + {x.python})")
            return
        sign = self.pick("^^", "__") if v.kind == "r" else self.pick("^^", "__", "&")
        x = self.kept(self.number(v.kind, 1))
        if sign == "&":
            x = literal(self.pick(7, 15, 255), "i")
        self.line(f"{v.quasar} {sign}= {x.quasar}", f"{v.python} = m.updated('{sign}', {v.python}, {x.python})")

    # Arrays.

    def new_array(self, kind=None, dims=None, mode=None):
        kind = kind or self.pick("scalar", "scalar", "scalar", "int", "int", "uint8", "int8", "int16", "uint16", "uint32", "int64", "uint64", "cscalar")
        if dims is None:
            rank = self.pick(1, 1, 1, 2, 2, 2, 2, 3, 3, 4)
            dims = [self.size() for _ in range(rank)]
            while product(dims) > 400:
                dims[self.random.randrange(rank)] = self.pick(1, 2, 3, 4)
        if mode is None:
            mode = self.pick("", "", "", "mirror", "circular", "clamped", "safe")
        name = self.fresh("a")
        store = Store(kind, dims, *bounds_of(kind))
        sizes = ",".join(self.extent(n) for n in dims)
        python = f"m.new('{kind}', {', '.join(map(str, dims))})"
        constructor = f"zeros({sizes})" if kind == "scalar" and self.chance(60) else f"{type_text(kind, dims)}({sizes})"
        listed = product(dims) <= 12 and len(dims) <= 2 and dims[-1] > 1 and kind in ("scalar", "int") and self.chance(40)
        if listed:
            constructor = self.listed(kind, dims)
            python = f"m.literal('{kind}', {constructor})"
        if mode:
            self.line(f"{name} : {type_text(kind, dims)}'{mode} = {constructor}", f"{name} = {python}")
        else:
            self.line(f"{name} = {constructor}", f"{name} = {python}")
        a = Variable(name, store, mode)
        if not listed:
            self.fill(a)
        self.arrays.append(a)
        return a

    def size(self):
        return self.pick(*SIZES)

    def extent(self, n):
        """A size as the program writes it: `z` is 0 when it runs."""
        return f"{n} + z" if self.zero and self.chance(50) else str(n)

    def listed(self, kind, dims):
        """A list of numbers, or of rows."""
        def row(n):
            values = [self.random.randrange(-9, 10) for _ in range(n)]
            return "[" + ",".join(str(v) if kind == "int" else str(v / 2) for v in values) + "]"
        return row(dims[0]) if len(dims) == 1 else "[" + ",".join(row(dims[1]) for _ in range(dims[0])) + "]"

    def fill(self, a):
        """First values by a formula of the indices."""
        store = a.store
        counters = []
        heads = []
        for d, n in enumerate(store.dims):
            c = Number(self.fresh("i"), None, "i", 0, n - 1)
            c.python = c.quasar
            counters.append(c)
            heads.append((f"for {c.quasar} = 0..{self.extent(n - 1)}", f"for {c.python} in m.steps(0, 1, {n - 1}):"))
        factors = [self.pick(1, 2, 3, 5, 7, 11) for _ in counters]
        total = " + ".join(f"{f}*{c.quasar}" for f, c in zip(factors, counters)) + f" + {self.random.randrange(20)}"
        low, high, divisor = self.spans(store)
        index = ",".join(c.quasar for c in counters)
        if store.kind == "scalar":
            quasar, python = f"(mod({total}, {divisor}) - {divisor // 2})/4", f"(({total}) % {divisor} - {divisor // 2}) / 4"
        elif store.kind == "cscalar":
            quasar, python = f"mod({total}, 7) - (mod({total}, 5) - 2)*1i", f"complex(({total}) % 7, -(({total}) % 5 - 2))"
        else:
            quasar, python = f"mod({total}, {divisor}) - {low}", f"({total}) % {divisor} - {low}"
        quasar, python = f"{a.name}[{index}] = {quasar}", f"m.st({a.name}, 'host', {python}, {index})"
        item = tree.Line(quasar, python)
        for q, p in reversed(heads):
            item = tree.Compound([(q, p, tree.Block([item]))], self.pick("end", "endfor"))
        self.block.append(item)

    def spans(self, store):
        if store.kind == "scalar":
            return 0, 0, self.pick(5, 13, 31, 61)
        divisor = self.pick(3, 11, 37, 101)
        return (self.pick(0, divisor // 2) if not store.kind.startswith("u") else 0), 0, divisor

    # Loops.

    def loop(self, body, limit=None):
        """A `for`; `body` writes its statements."""
        n = self.range_size(limit or self.most // self.iterations)
        if self.chance(5):
            v, quasar, python, count = self.real_span(min(n, 12))
        else:
            name = self.fresh("i")
            quasar, python, low, high, count = self.span(name, n)
            v = Number(name, name, "i", low, high)
            v.counter = True
        place, iterations, breakable = self.place, self.iterations, self.breakable
        self.iterations *= max(count, 1)
        if self.place == "host":
            self.place = "loop"
        self.level += 1
        with self.within() as block:
            self.numbers.append(v)
            self.breakable = True
            body()
        self.level -= 1
        self.place, self.iterations, self.breakable = place, iterations, breakable
        self.block.append(tree.Compound([(quasar, python, block)], self.pick("end", "end", "endfor")))

    def range_size(self, limit):
        wished = [n for a in self.arrays for n in a.store.dims] + [self.size()]
        fine = [n for n in wished if n <= limit] or [min(limit, 2)]
        return self.random.choice(fine)

    def span(self, name, n):
        """Head of a loop of about n iterations: its texts, the least and the greatest value, and iterations at most."""
        outer = [v for v in self.numbers if getattr(v, "counter", False) and 0 <= v.low and v.high < n]
        roll = self.random.randrange(100)
        if outer and roll < 12:
            o = self.random.choice(outer)
            if self.chance(50):
                return f"for {name} = 0..{o.quasar}", f"for {name} in m.steps(0, 1, {o.python}):", 0, max(o.high, 0), o.high + 1
            return f"for {name} = {o.quasar}..{n - 1}", f"for {name} in m.steps({o.python}, 1, {n - 1}):", o.low, max(n - 1, o.high), n - o.low
        if roll < 60:
            a, s, b = 0, 1, n - 1
        elif roll < 70:
            a, s, b = n - 1, -1, 0
        elif roll < 80 and n > 2:
            a, s, b = 1, 1, n - 2
        elif roll < 90:
            a, s, b = self.pick(0, 1), self.pick(2, 3), n - 1
        elif roll < 94 and n <= 12:
            values = self.random.sample(range(n), n)
            listed = "[" + ",".join(map(str, values)) + "]"
            return f"for {name} = {listed}", f"for {name} in {listed}:", 0, n - 1, n
        else:
            a, s, b = self.pick(-2, -1, 2), 1, n - 1 + self.pick(-1, 0, 1, 2)
        values = range(a, b + (1 if s > 0 else -1), s)
        low, high = (min(values), max(values)) if len(values) else (0, 0)
        first, last = self.plain(a), self.extent(b) if b >= 0 else str(b)
        step = "" if s == 1 else f"{s}.."
        return f"for {name} = {first}..{step}{last}", f"for {name} in m.steps({a}, {s}, {b}):", low, high, len(values)

    def real_span(self, n):
        """The head of a loop over real numbers in quarters."""
        name = self.fresh("t")
        first, step = self.random.randrange(-6, 7) / 2, self.pick(0.25, 0.5, 1.0, 1.5, -0.5, -0.25)
        last = first + (n - 1) * step
        if n > 1 and self.chance(40):
            # An end between two values.
            last += step / 2
        v = Number(name, name, "r", min(first, last), max(first, last), 2)
        return v, f"for {name} = {first}..{step}..{last}", f"for {name} in m.halves({first}, {step}, {last}):", n

    def plain(self, a):
        return f"{a} + z" if self.zero and self.chance(20) else str(a)

    def counted_while(self, body):
        """A loop with a condition and a count that ends it."""
        limit = max(1, min(self.most // self.iterations, self.pick(1, 3, 5, 9)))
        name = self.fresh("c")
        quasar_start, python_start = f"{name} = {limit}", f"{name} = {limit}"
        form = self.pick("while", "repeat", "true")
        place, iterations, breakable = self.place, self.iterations, self.breakable
        self.iterations *= limit
        self.level += 1
        with self.within() as block:
            v = Number(name, name, "i", 0, limit)
            self.numbers.append(v)
            self.breakable = "while"
            # First of all, so that `continue` does not skip it.
            self.line(f"{name} -= 1", f"{name} -= 1")
            if form == "true":
                block.append(tree.Compound([(f"if {name} < 0", f"if {name} < 0:", tree.Block([tree.Line("break", "break")]))]))
            body()
        self.level -= 1
        self.place, self.iterations, self.breakable = place, iterations, breakable
        start = tree.Line(quasar_start, python_start)
        if form == "while":
            item = tree.Compound([(f"while {name} > 0", f"while {name} > 0:", block)], self.pick("end", "endwhile"))
        elif form == "true":
            item = tree.Compound([("while true", "while True:", block)])
        else:
            # Python has no `repeat`: the condition stands first from the second iteration on.
            first = f"f{name}"
            item = tree.Compound([("repeat", [f"{first} = True", f"while {first} or {name} > 0:"], tree.Block([tree.Line((), f"{first} = False"), *block]))],
                                 f"until {name} <= 0")
        whole = tree.Compound([(None, "if True:", tree.Block([start, item]))], None)
        whole.flat = True
        self.block.append(whole)

    def branch(self, body):
        parts = []
        conditions = [self.condition(2)] + [self.condition(1)] * self.pick(0, 0, 1)
        for k, c in enumerate(conditions):
            with self.within() as block:
                body()
            parts.append((("if " if k == 0 else "elseif ") + c.quasar, ("if " if k == 0 else "elif ") + c.python + ":", block))
        if self.chance(50):
            with self.within() as block:
                body()
            parts.append(("else", "else:", block))
        self.block.append(tree.Compound(parts, self.pick("end", "endif")))

    def match(self, body):
        x = self.tame(self.number("i", 2), 6)
        if x.low < 0:
            x = Number(f"periodize({x.quasar}, 4)", f"m.periodize({x.python}, 4)", "i", 0, 3)
        parts = [(f"match {x.quasar} with", [f"matched = {x.python}", "if False:"], tree.Block([tree.Line((), "pass")]))]
        for k in self.random.sample(range(5), self.pick(1, 2, 3)):
            with self.within() as block:
                body()
            parts.append((f"| {k} ->", f"elif matched == {k}:", block))
        if self.chance(60):
            with self.within() as block:
                body()
            parts.append(("| _ ->", "else:", block))
        self.block.append(tree.Compound(parts, self.pick("end", "endmatch")))

    # Statements of bodies.

    def body(self, count=None):
        for _ in range(count or self.pick(1, 1, 2, 2, 3)):
            self.statement()

    def statement(self):
        roll = self.random.randrange(100)
        deep = self.level < 3 and self.iterations * 2 <= self.most
        if roll < 34:
            self.store_element()
        elif roll < 46:
            self.update_element()
        elif roll < 54:
            self.declare()
        elif roll < 62:
            self.assign()
        elif roll < 68:
            self.accumulate()
        elif roll < 76 and self.level < 4:
            self.branch(lambda: self.body(1))
        elif roll < 86 and deep:
            self.loop(self.body)
        elif roll < 89 and deep:
            self.counted_while(lambda: self.body(2))
        elif roll < 91:
            self.match(lambda: self.body(1))
        elif roll < 94 and self.breakable:
            word = self.pick("break", "continue", "continue")
            c = self.condition(2)
            self.block.append(tree.Compound([(f"if {c.quasar}", f"if {c.python}:", tree.Block([tree.Line(word, word)]))]))
        elif roll < 96:
            self.exchange()
        elif deep:
            self.rotation()
        else:
            self.store_element()

    def writable(self):
        return [a for a in self.arrays if not getattr(a, "constant", False)]

    def value_for(self, store, depth=3):
        """An expression for an element of that store."""
        kind = {"c": "c", "l": self.pick("l", "l", "i")}.get(store.number) or self.pick("i", "r", store.number, store.number)
        if store.kind in ("uint32", "uint64"):
            kind = self.pick("l", "i", "r")
        for _ in range(6):
            n = self.number(kind, depth)
            if kind == "r" and store.kind != "scalar" and self.chance(50):
                n = Number(f"int({n.quasar})", f"m.truncated({n.python})", "i", int(n.low) - 1, int(n.high) + 1)
            n = self.kept_for(store, n)
            if n is not None:
                return n
        return Number("(2 - 1i)", "complex(2, -1)", "c", -1, 2) if store.kind == "cscalar" else literal(3, "i")

    def store_element(self):
        targets = self.writable()
        if not targets:
            return self.declare()
        a = self.random.choice(targets)
        quasar, python = self.access(a, self.indices(a, writing=True))
        x = self.value_for(a.store)
        name, rest = python.split(", ", 1)
        mode, rest = rest.split(", ", 1)
        self.line(f"{quasar} = {x.quasar}", f"m.st({name}, {mode}, {x.python}, {rest})")

    def update_element(self):
        targets = self.writable()
        if not targets:
            return self.declare()
        a = self.random.choice(targets)
        s = a.store
        sign = {"scalar": self.pick("+", "-", "^^", "__"), "cscalar": self.pick("+", "-")}.get(s.kind) or self.pick("+", "-", "^^", "__", "&", "|", "~", "*")
        x = self.summand(s, sign)
        if x is None:
            return self.store_element()
        quasar, python = self.access(a, self.indices(a, writing=True))
        name, mode, rest = python.split(", ", 2)
        self.line(f"{quasar} {sign}= {x.quasar}", f"m.ups({name}, {mode}, '{sign}', {x.python}, {rest})")

    def summand(self, s, sign):
        """What an update of an element takes; widens the bounds of the store by all iterations of the nest."""
        if s.kind == "cscalar":
            if s.size > 1 << 13:
                return None
            s.low, s.high = s.low - 4 * self.most, s.high + 4 * self.most
            return Number("(1 + 2i)", "complex(1, 2)", "c", 1, 2) if self.chance(50) else Number("2i", "complex(0, 2)", "c", 0, 2)
        if s.kind == "scalar":
            if sign in ("+", "-"):
                if s.size > 1 << 14:
                    return None
                s.low, s.high = s.low - STEP * self.most, s.high + STEP * self.most
                x = self.number(self.pick("r", "r", "i"), 2)
                return self.fitting_step(x)
            return self.kept(self.number("r", 2))
        if s.number == "l":
            if sign in ("&", "|", "~"):
                return self.number("i", 1)
            s.low, s.high = (max(s.low, 0) if s.low >= 0 else -(1 << 63)), bounds_of_long(s.kind)[1]
            return self.number("i", 2)
        if sign in ("&", "|", "~", "*"):
            if s.kind == "int":
                s.low, s.high = -WIDE, WIDE - 1
            return self.tame(self.number("i", 2), INT)
        x = self.number(self.pick("i", "i", "r"), 2)
        x = self.tame(x, INT) if x.kind == "i" else self.fitting(x, 61, 2)
        if s.kind == "int" and sign in ("+", "-"):
            if s.size < WIDE // 4:
                s.low, s.high = s.low - INT * self.most, s.high + INT * self.most
            if s.size >= 1 << 21 and x.kind == "r":
                x = self.tame(self.number("i", 1), INT)
            if s.size >= WIDE // 4:
                s.low, s.high = -WIDE, WIDE - 1
        if s.kind == "int" and x.kind == "r" and s.size >= 1 << 21:
            x = literal(2, "i")
        return x

    def fitting_step(self, x):
        """A real number of at most STEP with a quarter as its finest digit."""
        if x.size <= STEP and x.bits <= 2:
            return x
        if x.kind == "i":
            return Number(f"mod({x.quasar}, 3)", f"m.mod_int({x.python}, 3)", "i", -2, 2)
        x = self.coarse(x, 2)
        return Number(f"mod({x.quasar}, 2)", f"m.mod_real({x.python}, 2.0)", "r", -2.0, 2.0, x.bits)

    def accumulate(self):
        totals = [n for n in self.numbers if getattr(n, "total", None)]
        if not totals:
            return self.assign()
        v = self.random.choice(totals)
        if v.total in ("^^", "__"):
            x = self.kept(self.number(v.kind, 2))
        elif v.kind == "r":
            x = self.fitting(self.number("r", 2), SUMMAND, 2)
        else:
            x = self.tame(self.number("i", 2), INT)
        sign = self.pick("+", "-") if v.total == "+" else v.total
        f = f"m.updated('{sign}', {v.python}, {x.python})"
        if sign in "+-" and self.chance(20):
            self.line(f"{v.quasar} = {v.quasar} {sign} {x.inside(7)}", f"{v.python} = {f}")
        else:
            self.line(f"{v.quasar} {sign}= {x.quasar}", f"{v.python} = {f}")

    def total(self):
        """A number that a nest adds to, or takes the extreme of."""
        kind = self.pick("i", "r")
        name = self.fresh("s")
        sign = self.pick("+", "+", "+", "^^", "__")
        start = "0" if kind == "i" else "0.0"
        if sign != "+":
            start = {"^^": "-1000", "__": "1000"}[sign] + (".0" if kind == "r" else "")
        quasar = f"{name} = {start}" if self.chance(70) or kind == "i" else f"{name} : scalar = {start.removesuffix('.0')}"
        self.line(quasar, f"{name} = {start}")
        size = max(1000, (SUMMAND if kind == "r" else INT) * self.most)
        v = Number(name, name, kind, -size, size, 2 if kind == "r" else 0)
        v.total = sign
        self.numbers.append(v)
        return v

    def exchange(self):
        """Two elements change places."""
        targets = [a for a in self.writable() if a.mode != "safe"]
        if not targets:
            return
        a = self.random.choice(targets)
        (q1, p1), (q2, p2) = self.access(a, self.indices(a, True)), self.access(a, self.indices(a, True))
        n1, m1, i1 = p1.split(", ", 2)
        n2, m2, i2 = p2.split(", ", 2)
        t = self.fresh("p")
        self.line(f"[{q1},{q2}] = [{q2},{q1}]",
                  [f"{t} = (m.ld({p2}), m.ld({p1}))", f"m.st({n1}, {m1}, {t}[0], {i1})", f"m.st({n2}, {m2}, {t}[1], {i2})"])

    def rotation(self):
        """Values that move from variable to variable, so that what differs from iteration to iteration reaches the last one late."""
        kind = self.pick("i", "r", "r")
        names = [self.fresh("r") for _ in range(self.pick(2, 3))]
        size, bits = (INT, 0) if kind == "i" else (REAL, REAL_BITS)
        made = []
        for n in names:
            start = literal(self.pick(1, 2, 3, 5), "i") if kind == "i" else literal(self.pick(0.5, 1.5, 2.25, 3.0), "r")
            self.line(f"{n} = {start.quasar}", f"{n} = {start.python}")
            made.append(Number(n, n, kind, -size, size, bits))
        outer = len(self.numbers)
        self.numbers += made
        iterations = self.pick(3, 5, 9, 17)
        if self.iterations * iterations > 4 * self.most:
            return
        c = self.fresh("i")
        counter = Number(c, c, "i", 0, iterations - 1)
        counter.counter = True
        before, level, place = self.iterations, self.level, self.place
        self.iterations, self.level = self.iterations * iterations, self.level + 1
        if self.place == "host":
            self.place = "loop"
        with self.within() as block:
            self.numbers.append(counter)
            if self.chance(50):
                self.branch(lambda: self.store_element())
            else:
                self.store_element()
            for to, source in zip(names, names[1:]):
                self.line(f"{to} = {source}", f"{to} = {source}")
            x = self.kept(self.number(kind, 2))
            self.line(f"{names[-1]} = {x.quasar}", f"{names[-1]} = {x.python}")
        self.iterations, self.level, self.place = before, level, place
        self.block.append(tree.Compound([(f"for {c} = 0..{iterations - 1}", f"for {c} in m.steps(0, 1, {iterations - 1}):", block)]))
        # Later statements use them too.
        assert len(self.numbers) == outer + len(made)

    def nest(self):
        for _ in range(self.pick(0, 1, 1, 2)):
            self.total()
        self.loop(self.body)

    # The end: what the case prints.

    def show(self):
        seen = set()
        for n in self.numbers:
            if n.quasar.isidentifier():
                self.show_number(n)
        for a in self.arrays:
            if a.name not in seen:
                seen.add(a.name)
                self.show_array(a)

    def show_number(self, n):
        if n.kind == "c":
            self.line(f'print "{n.quasar} ", real({n.quasar}) + 0.0, " ", imag({n.quasar}) + 0.0',
                      f'say("{n.quasar} ", {n.python}.real + 0.0, " ", {n.python}.imag + 0.0)')
        else:
            self.line(f'print "{n.quasar} ", {n.quasar}', f'say("{n.quasar} ", {n.python})')

    def show_array(self, a):
        q, p = a.name, a.name
        if a.store.numel > 900:
            return self.show_parts(a)
        if a.rank > 2:
            h, w = a.store.dims[0], product(a.store.dims[1:])
            q, p = f"reshape({q}, [{h},{w}])", f"m.reshape({p}, {h}, {w})"
        if a.store.kind == "cscalar":
            for f in ("real", "imag"):
                self.line(f'print "{a.name} ", {f}({q}) + 0.0', f'say("{a.name} ", m.{f}_part({p}))')
        else:
            self.line(f'print "{a.name} ", {q}', f'say("{a.name} ", {p})')


    def show_parts(self, a):
        """Rows, and a grid of elements, of an array that is printed in parts only."""
        last = a.store.dims[0] - 1
        if a.rank == 1:
            parts = [("0..99", "m.steps(0, 1, 99)"), (f"{last - 99}..{last}", f"m.steps({last - 99}, 1, {last})"), (f"0..13..{last}", f"m.steps(0, 13, {last})")]
        else:
            width = a.store.dims[1] - 1
            parts = [(f"{r},:", f"{r}, None") for r in (0, last // 2, last)]
            parts.append((f"0..3..{last},0..5..{width}", f"m.steps(0, 3, {last}), m.steps(0, 5, {width})"))
        for q, p in parts:
            self.line(f'print "{a.name} ", {a.name}[{q}]', f'say("{a.name} ", m.take({a.name}, \'host\', {p}))')


def bounds_of_long(kind):
    """All that elements of 64 bits, and of 32 without sign, may hold."""
    return (0, (1 << 32) - 1) if kind == "uint32" else (0, (1 << 63) - 1) if kind == "uint64" else (-(1 << 63), (1 << 63) - 1)


def product(dims):
    n = 1
    for d in dims:
        n *= d
    return n
