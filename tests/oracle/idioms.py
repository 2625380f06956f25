"""What programs that process signals and images are made of: searches, recurrences in place, sums into zeros, steps that copy back, histograms,
tables, transposes, samples. Each with sizes, types, signs and orders of loops by chance.

*Invariant:* values are small whole numbers or quarters, so that sums of them are exact in any order.
"""

import tree
from builder import type_text
from sizes import Sizes
from template import Template
from values import REAL, REAL_BITS, Store, Variable


class Idioms(Sizes):
    def idiom(self):
        self.pick(self.search, self.settling, self.in_place_recurrence, self.sums_into_zeros, self.copied_back, self.fewer_positions, self.narrow_stores,
                  self.histogram, self.table, self.looked_up, self.extremes, self.moved, self.sampled, self.scattered, self.prefix_sums, self.branches_of_cases)()

    # Helpers.

    def write(self, lines, kind, *arrays):
        """The lines at the end of the case; `arrays` are those that they name."""
        self.block += Template(kind, {a.name: a.mode or "loop" for a in arrays}, self.extent).block(lines)

    def array(self, name, kind, dims, filled=True, mode=""):
        """A new array of that name, with the values of `fill` or zeros."""
        name = self.named(name)
        low, high, bits = (-REAL, REAL, REAL_BITS) if kind == "scalar" else (-1000, 1000, 0) if kind == "int" else self.limits(kind)
        store = Store(kind, dims, low, high, bits)
        sizes = ",".join(self.extent(n) for n in dims)
        made = f"zeros({sizes})" if kind == "scalar" else f"{type_text(kind, dims)}({sizes})"
        declared = f"{name} : {type_text(kind, dims)}'{mode} = {made}" if mode else f"{name} = {made}"
        self.line(declared, f"{name} = m.new('{kind}', {', '.join(map(str, dims))})")
        a = Variable(name, store, mode)
        if filled:
            self.fill(a)
        self.arrays.append(a)
        return a

    @staticmethod
    def limits(kind):
        return (0, 200, 0) if kind.startswith("u") else (-100, 100, 0)

    def named(self, name):
        """A name that the case has not had, for templates."""
        self.names += 1
        return f"{name}{self.names}"

    def number_variable(self, name, value, kind="i"):
        name = self.named(name)
        text = str(value) if kind == "i" else f"{float(value)}"
        self.line(f"{name} = {text}", f"{name} = {text}")
        return name

    def told(self, *names):
        for name in names:
            self.line(f'print "{name} ", {name}', f'say("{name} ", {name})')

    def element_kind(self):
        return self.pick("scalar", "scalar", "scalar", "int", "uint8", "int16")

    @staticmethod
    def number_kind(kind):
        return "r" if kind == "scalar" else "i"

    def divisor(self, kind):
        return self.pick(5, 13) if kind == "scalar" else self.pick(7, 101)

    # Loops that end by themselves.

    def search(self):
        """The first element with a property, by `while`, `repeat` or a `for` that is left; elements are skipped by `continue`."""
        n, kind = self.pick(9, 17, 33), self.element_kind()
        x = self.array("x", kind, (n,))
        k, s, at = self.number_variable("k", self.pick(-1, 0)), self.number_variable("s", 0), self.number_variable("at", -1)
        x_, kind_ = x.name, self.number_kind(kind)
        skip = self.pick(f"imod({k}, {self.pick(2, 3)}) == 0", f"{x_}[{k}] < {self.pick(0, 1, 2)}", f"{x_}[{k}] > {x_}[0]")
        found = self.pick(f"{x_}[{k}] > {self.pick(2, 3, 50)}", f"{k} >= {n - 3}")
        work = [f"if {skip}", *self.pick([], [f"{s} += 10"]), "continue", "end", f"{s} += {k}", f"if {found}", f"{at} = {k}", *self.pick([], [], ["break"]), "end"]
        if self.chance(30):
            work = [f"{s} += 1", *work]
        form = self.pick("repeat", "repeat", "while", "for")
        if form == "for":
            i = self.named("i")
            lines = [f"for {i} = 0..{n - 1}", f"{k} = {i}", *work, "end"]
        elif form == "while":
            lines = [f"while {k} < {n - 1}", f"{k} += 1", *work, "end"]
        else:
            lines = ["repeat", f"{k} += 1", *work, f"until {k} >= {n - 2} {self.pick('||', '||', '&&')} {s} > {self.pick(5, 40, 1000)}"]
            if "&&" in lines[-1]:
                lines[-1] = f"until {k} >= {n - 2}"
        self.write(lines, kind_, x)
        self.told(s, at, k)

    def settling(self):
        """An element or number that changes until something holds, compared with what it was before."""
        n = self.pick(1, 3, 9)
        x = self.array("x", self.pick("int", "int", "uint8", "scalar"), (n,))
        kind = self.number_kind(x.store.kind)
        p = self.random.randrange(n)
        start, steps = self.named("start"), self.number_variable("steps", 0)
        self.write([f"{start} = {x.name}[{p}]"], kind, x)
        change = self.pick(f"{x.name}[{p}] = mod({x.name}[{p}] + {self.pick(3, 5)}, 17)", f"{x.name}[{p}] += 2")
        others = [] if n == 1 else self.pick([], [f"{x.name}[{(p + 1) % n}] = {x.name}[{p}]"], [f"{x.name}[{p}] = mod({x.name}[{p}] + {x.name}[{(p + 1) % n}], 23)"])
        count = self.pick(2, 3, 5)
        body = [change, *others, f"{steps} += 1"]
        form = self.pick("repeat", "while", "for")
        if form == "for":
            i = self.named("i")
            lines = [f"for {i} = 1..{count}", *body, "end"]
        elif form == "while":
            lines = [f"while {steps} < {count}", *body, "end"]
        else:
            lines = ["repeat", *body, f"until {steps} >= {count}"]
        d = self.named("d")
        self.write([*lines, f"{d} = {start} - {x.name}[{p}]"], kind, x)
        self.told(d, steps)

    # Recurrences.

    def in_place_recurrence(self):
        """Elements made of their neighbours, up or down, within an outer loop whose number bounds them."""
        n, kind = self.pick(5, 9, 17, 33), self.pick("scalar", "scalar", "int")
        c = self.array("c", kind, (n,) if self.chance(70) else (4, n), filled=self.chance(60))
        row, k, d = self.named("row"), self.named("k"), self.pick(1, 1, 2, 3)
        first = "" if c.rank == 1 else f"{self.pick(0, 1, 3)},"
        self.write([f"{c.name}[{first}0] = 1"], self.number_kind(kind), c)
        divisor = self.divisor(kind)
        side = self.pick("-", "+")
        low, high = (d, n - 1) if side == "-" else (0, n - 1 - d)
        if high < low:
            return
        update = self.pick(f"{c.name}[{first}{k}] = mod({c.name}[{first}{k}] + {c.name}[{first}{k}{side}{d}], {divisor})",
                           f"{c.name}[{first}{k}] = {c.name}[{first}{k}{side}{d}]",
                           f"{c.name}[{first}{k}] = mod({c.name}[{first}{k}{side}{d}] + {c.name}[{first}{k}] + {row}, {divisor})")
        bound = f"{row}" if self.chance(50) else f"{high}"
        start = f"{high}" if bound != row else row
        inner = self.pick([f"for {k} = {low}..{start}"], [f"for {k} = {start}..-1..{low}"], [f"for {k} = {start}..-1..{low}"])
        rows = self.pick((low, high), (low, min(high, low + 3)))
        self.write([f"for {row} = {rows[0]}..{rows[1]}", *inner, update, "end", "end"], self.number_kind(kind), c)

    def prefix_sums(self):
        """Running sums along one dimension and along both, and sums of boxes by them."""
        h, w = self.pick((5, 9), (9, 17), (16, 8), (1, 33))
        kind = self.pick("scalar", "int")
        x, s = self.array("x", kind, (h, w)), self.array("s", "scalar" if kind == "scalar" else "int", (h, w), filled=False)
        i, j, t = self.named("i"), self.named("j"), self.named("t")
        kind_ = self.number_kind(kind)
        rows = [f"for {i} = 0..{h - 1}", f"{t} = 0{'.0' if kind_ == 'r' else ''}", f"for {j} = 0..{w - 1}", f"{t} += {x.name}[{i},{j}]", f"{s.name}[{i},{j}] = {t}", "end", "end"]
        if self.chance(30):
            rows = [f"for {i} = 0..{h - 1}", f"for {j} = 0..{w - 1}", f"{s.name}[{i},{j}] = {s.name}[{i},{j}-1] + {x.name}[{i},{j}]", "end", "end"]
        columns = [f"for {i} = 1..{h - 1}", f"for {j} = 0..{w - 1}", f"{s.name}[{i},{j}] += {s.name}[{i}-1,{j}]", "end", "end"]
        if self.chance(40):
            columns = [f"for {j} = 0..{w - 1}", f"for {i} = 1..{h - 1}", *columns[2:]]
        self.write(rows + (columns if h > 1 else []), kind_, x, s)
        if h > 1 and self.chance(60):
            y = self.array("y", "scalar" if kind == "scalar" else "int", (h, w), filled=False)
            r = self.pick(1, 2)
            box = f"{s.name}[{i},{j}] - {s.name}[{i}-{r},{j}] - {s.name}[{i},{j}-{r}] + {s.name}[{i}-{r},{j}-{r}]"
            self.write([f"for {i} = {r}..{h - 1}", f"for {j} = {r}..{w - 1}", f"{y.name}[{i},{j}] = {box}", "end", "end"], kind_, x, s, y)

    def table(self):
        """Dynamic programming: each entry from those above, to the left and before."""
        h, w = self.pick((5, 9), (9, 9), (12, 17))
        cost, d = self.array("cost", "int", (h, w)), self.array("d", "int", (h, w), filled=self.chance(50))
        i, j = self.named("i"), self.named("j")
        best = self.pick(f"min(min({d.name}[{i}-1,{j}], {d.name}[{i},{j}-1]), {d.name}[{i}-1,{j}-1])", f"max({d.name}[{i}-1,{j}], {d.name}[{i},{j}-1])",
                         f"min({d.name}[{i}-1,{j}-1], min({d.name}[{i}-1,{j}], {d.name}[{i}-1,{j}+1]))")
        right = w - 2 if "+1" in best else w - 1
        entry = f"{d.name}[{i},{j}] = mod({best} + {cost.name}[{i},{j}], 1009)"
        heads = [f"for {i} = 1..{h - 1}", f"for {j} = 1..{right}"]
        if "+1" not in best and self.chance(30):
            heads.reverse()
        self.write([*heads, entry, "end", "end"], "i", cost, d)

    def looked_up(self):
        """Elements of a vector by a matrix of indices."""
        n, dims = self.pick(3, 9, 40), self.pick((2, 3), (5, 9), (4, 2))
        values, places = self.array("t", self.element_kind(), (n,)), self.array("p", "int", dims)
        y = self.named("y")
        self.line(f"{y} = {values.name}[mod(abs({places.name}), {n})]", f"{y} = m.looked_up({values.name}, {places.name}, {n})")
        self.told(y)

    # Sums.

    def sums_into_zeros(self):
        """Filters and products that add up in an array of zeros, loops in any order."""
        c, n, t = self.pick(2, 3, 4), self.pick(4, 9, 17, 40), self.pick(2, 3)
        kind = self.pick("scalar", "scalar", "int")
        x, w = self.array("x", kind, (c, n + t)), self.array("w", kind, (c, t))
        for a in (x, w):
            a.store.low, a.store.high = -REAL, REAL
        shape = self.pick((n,), (n,), (c, n))
        y = self.array("y", kind, shape, filled=self.chance(25))
        if self.chance(60):
            y.store.low, y.store.high = -4000, 4000
        C, K, T = self.named("c"), self.named("k"), self.named("t")
        spans = {C: f"for {C} = 0..{c - 1}", K: f"for {K} = 0..{n - 1}", T: f"for {T} = 0..{t - 1}"}
        order = self.random.sample([C, K, T], 3)
        target = f"{y.name}[{K}]" if len(shape) == 1 else f"{y.name}[{C},{K}]"
        term = f"int({w.name}[{C},{T}]) * int({x.name}[{C},{K}+{T}])" if self.chance(20) else f"{w.name}[{C},{T}]*{x.name}[{C},{K}+{T}]"
        sign = self.pick("+", "+", "-")
        inner = [f"{target} {sign}= {term}"]
        if self.chance(20):
            inner.append(f"{y.name}[{'0,' if len(shape) > 1 else ''}{self.pick(0, n - 1)}] += 1")
        after = [f"{target} = mod({target}, 13)"] if self.chance(20) and order[2] == T else []
        if after and (C in order[:2] and K in order[:2]):
            lines = [spans[order[0]], spans[order[1]], spans[T], *inner, "end", *after, "end", "end"]
        else:
            lines = [*(spans[v] for v in order), *inner, "end", "end", "end"]
        self.write(lines, self.number_kind(kind), x, w, y)

    def histogram(self):
        """Counts and sums by a number that each element tells."""
        n, bins = self.pick(33, 100, 700), self.pick(4, 8, 16)
        x = self.array("x", self.pick("int", "uint8", "scalar"), (n,))
        h = self.array("h", self.pick("int", "int", "scalar"), (bins,), filled=False)
        i, b = self.named("i"), self.named("b")
        place = f"imod(abs(int({x.name}[{i}])), {bins})" if self.chance(60) else f"min(max(int({x.name}[{i}]), 0), {bins - 1})"
        weight = self.pick("1", "1", "1", f"imod({i}, 3)")
        lines = [f"for {i} = 0..{n - 1}", f"{b} = {place}", f"{h.name}[{b}] += {weight}", "end"]
        if self.chance(30):
            lines[2:3] = [f"if {b} > 0", f"{h.name}[{b}] += {weight}", f"{h.name}[{b}-1] -= 1", "end"]
        h.store.low, h.store.high = -3 * n, 3 * n
        self.write(lines, "i", x, h)

    def extremes(self):
        """The greatest or least element of each row and where it is, the first or the last one."""
        h, w = self.pick((3, 9), (9, 17), (1, 40), (5, 33))
        kind = self.pick("scalar", "int", "uint8")
        x = self.array("x", kind, (h, w))
        at = self.array("at", "int", (h,), filled=False) if h > 1 else self.array("at", "int", (4,), filled=False)
        i, j, best, where = (self.named(v) for v in ("i", "j", "best", "where"))
        sign = self.pick(">", "<", ">=", "<=")
        rows = [f"for {i} = 0..{h - 1}", f"{best} = {x.name}[{i},0]", f"{where} = 0", f"for {j} = 1..{w - 1}", f"if {x.name}[{i},{j}] {sign} {best}",
                f"{best} = {x.name}[{i},{j}]", f"{where} = {j}", "end", "end", f"{at.name}[{i}] = {where}", "end"]
        self.write(rows, self.number_kind(kind), x, at)

    # Steps.

    def copied_back(self):
        """Steps of a relaxation: new values beside the old ones, then copied back; also larger than one thread's part."""
        dims = self.pick((40,), (67,), (3000,), (5000,), (9, 16), (70, 90), (33, 8))
        kind = self.pick("scalar", "scalar", "scalar", "int")
        x, y = self.array("x", kind, dims), self.array("y", kind, dims, filled=self.chance(30))
        step = self.named("step")
        indices = [self.named("k") for _ in dims]
        heads = [f"for {k} = 1..{n - 2}" for k, n in zip(indices, dims)]
        own = ",".join(indices)
        far = self.pick(1, 1, 1, 2) if min(dims) > 5 else 1
        if far > 1:
            heads = [f"for {k} = {far}..{n - 1 - far}" for k, n in zip(indices, dims)]

        def beside(axis, distance):
            return ",".join(f"{k}{distance:+d}" if at == axis else k for at, k in enumerate(indices))

        axis = self.random.randrange(len(dims))
        neighbours = [f"{x.name}[{beside(axis, -far)}]", f"{x.name}[{beside(axis, far)}]", f"{x.name}[{own}]"]
        chosen = self.random.sample(neighbours, self.pick(1, 2, 2))
        divisor = self.divisor(kind)
        one = f"{y.name}[{own}] = mod({' + '.join(chosen)}, {divisor})"
        two = self.pick(f"{x.name}[{own}] = {y.name}[{own}]", f"{x.name}[{own}] = mod({y.name}[{own}] + {x.name}[{own}], {divisor})",
                        f"{x.name}[{own}] = mod({y.name}[{own}] - {y.name}[{beside(axis, -far)}], {divisor})")
        ends = ["end"] * len(dims)
        body = [*heads, one, *ends, *heads, two, *ends]
        if self.chance(60):
            body = [f"for {step} = 1..{self.pick(1, 2, 3)}", *body, "end"]
        self.write(body, self.number_kind(kind), x, y)

    def fewer_positions(self):
        """A launch over a part of its arrays, from their beginning."""
        dims = self.pick((9,), (40,), (9, 16), (8, 33), (5, 9, 4), (6, 17, 3), (10, 22, 4), (9, 8, 8))
        kind = self.pick("scalar", "scalar", "int", "uint8")
        x = self.array("x", kind, dims, mode=self.pick("clamped", "mirror", "circular", "safe"))
        y = self.array("y", kind, dims, filled=self.chance(40))
        part = [self.pick(n, n, max(1, n - 1), max(1, n // 2)) for n in dims]
        index = [f"pos[{d}]" for d in range(len(dims))] if len(dims) > 1 else ["pos"]
        axis, far = self.random.randrange(len(dims)), self.pick(1, 1, 2)
        sign, whole = self.pick("+", "-"), ",".join(index)

        def value(names):
            sides = [",".join(f"{p}{step}{far}" if d == axis else p for d, p in enumerate(names)) for step in "+-"]
            return f"xs[{sides[0]}] {sign} xs[{sides[1]}]"

        name, places = self.fresh("f"), [self.named("p") for _ in dims]
        to_python = Template(self.number_kind(kind), {"xs": x.mode}).expression(value(places))
        self.prelude.append(tree.Compound([(f"function [] = __kernel__ {name}(xs : {type_text(kind, dims)}'{x.mode}, ys : {type_text(kind, dims)}, pos : "
                                            f"{'int' if len(dims) == 1 else f'ivec{len(dims)}'})", f"def {name}(xs, ys, {', '.join(places)}):",
                                            tree.Block([tree.Line(f"ys[{self.pick('pos', whole)}] = {value(index)}", f"m.st(ys, 'loop', {to_python}, {', '.join(places)})")]))]))
        extents = str(part[0]) if len(dims) == 1 else "[" + ",".join(self.extent(n) for n in part) + "]"
        self.line(f"parallel_do({extents}, {x.name}, {y.name}, {name})",
                  [f"for {', '.join(places)}{',' if len(dims) == 1 else ''} in m.positions({', '.join(map(str, part))}):", f"    {name}({x.name}, {y.name}, {', '.join(places)})"])

    # Elements of other types.

    def narrow_stores(self):
        """Great numbers become elements that hold less: by loops and in whole."""
        wide, narrow = self.pick("int64", "int", "uint32", "scalar", "uint64", "int16"), self.pick("uint8", "int8", "int16", "uint16", "uint8")
        n = self.pick(4, 9, 17, 33)
        x, y = self.array("x", wide, (n,)), self.array("y", narrow, (n,), filled=False)
        if wide != "scalar":
            great = {"int64": 3000000000, "int": 70000, "uint32": 4000000000, "uint64": 5000000007, "int16": 30000}[wide]
            for p in self.random.sample(range(n), min(3, n)):
                v = self.pick(great, great // 3, great + 7 if wide in ("int64", "uint64") else 200, *([] if wide.startswith("u") else [-great, -5]))
                if abs(v) >= 1 << 31:
                    # Written so that no literal is beyond an int.
                    self.line([f"{x.name}[{p}] = {v // 3}", f"{x.name}[{p}] *= 3"], f"m.st({x.name}, 'host', {v // 3 * 3}, {p})")
                else:
                    self.line(f"{x.name}[{p}] = {v}", f"m.st({x.name}, 'host', {v}, {p})")
        k = self.named("k")
        value = f"{x.name}[{k}]"
        if wide in ("int", "int16") and self.chance(40):
            value = f"{x.name}[{k}] {self.pick('+', '-')} {self.pick(1, 100)}"
        self.write([f"for {k} = 0..{n - 1}", f"{y.name}[{k}] = {value}", "end"], self.number_kind("int" if wide != "scalar" else wide), x, y)

    # Elements at other places.

    def moved(self):
        """Transposes, flips, rotations and shifts, beside the array or within it."""
        h, w = self.pick((5, 5), (9, 9), (5, 9), (9, 17), (16, 8), (1, 33))
        kind = self.element_kind()
        x = self.array("x", kind, (h, w))
        i, j, t = self.named("i"), self.named("j"), self.named("t")
        form = self.pick("transpose", "flip", "rotate", "shift", "within", "reverse")
        if form == "within" and h == w:
            lines = [f"for {i} = 0..{h - 1}", f"for {j} = {self.pick('0', f'{i}+1')}..{w - 1}", f"{t} = {x.name}[{i},{j}]", f"{x.name}[{i},{j}] = {x.name}[{j},{i}]",
                     f"{x.name}[{j},{i}] = {t}", "end", "end"]
            return self.write(lines, self.number_kind(kind), x)
        if form in ("reverse", "within"):
            lines = [f"for {j} = 0..{self.pick(w // 2 - 1, w - 1)}", f"{t} = {x.name}[0,{j}]", f"{x.name}[0,{j}] = {x.name}[0,{w - 1}-{j}]", f"{x.name}[0,{w - 1}-{j}] = {t}", "end"]
            return self.write(lines, self.number_kind(kind), x)
        target, dims = {"transpose": (f"{j},{i}", (w, h)), "flip": (f"{i},{w - 1}-{j}", (h, w)), "rotate": (f"{j},{h - 1}-{i}", (w, h)),
                        "shift": (f"imod({i}+{self.pick(1, h)}, {h}),imod({j}+{self.pick(1, 3)}, {w})", (h, w))}[form]
        y = self.array("y", kind, dims, filled=False)
        heads = [f"for {i} = 0..{h - 1}", f"for {j} = 0..{w - 1}"]
        if self.chance(40):
            heads.reverse()
        self.write([*heads, f"{y.name}[{target}] = {x.name}[{i},{j}]", "end", "end"], self.number_kind(kind), x, y)

    def sampled(self):
        """Every second element, pairs, and the way back."""
        n, kind = self.pick(4, 9, 17, 40), self.pick("scalar", "int", "uint8")
        x, y = self.array("x", kind, (2 * n,)), self.array("y", kind, (n,), filled=False)
        k, factor = self.named("k"), 2
        down = self.pick(f"{y.name}[{k}] = {x.name}[{factor}*{k}]", f"{y.name}[{k}] = {x.name}[{factor}*{k}+1] - {x.name}[{factor}*{k}]",
                         f"{y.name}[{k}] = {x.name}[{factor}*{k}] + {x.name}[{factor}*{k}+2]")
        up = self.pick([f"{x.name}[{factor}*{k}] = {y.name}[{k}]", f"{x.name}[{factor}*{k}+1] = {y.name}[{k}]"], [f"{x.name}[{factor}*{k}+1] = {y.name}[{k}]"],
                       [f"{x.name}[{factor}*{k}] = {y.name}[{k}]", f"{x.name}[{factor}*{k}+1] = {x.name}[{factor}*{k}] + 1"])
        lines = [f"for {k} = 0..{n - 1}", down, "end", f"for {k} = 0..{n - 1}", *up, "end"]
        self.write(lines if self.chance(60) else lines[3:] if self.chance(50) else lines[:3], self.number_kind(kind), x, y)

    def scattered(self):
        """Elements by a list of places: read by it, written by it, each place once or more often."""
        n = self.pick(9, 16, 33)
        kind = self.element_kind()
        x, y, p = self.array("x", kind, (n,)), self.array("y", kind, (n,), filled=False), self.array("p", "int", (n,), filled=False)
        k, factor = self.named("k"), self.pick(1, 2, 5, 7)
        self.write([f"for {k} = 0..{n - 1}", f"{p.name}[{k}] = imod({factor}*{k} + 3, {n})", "end"], "i", p)
        form = self.pick(f"{y.name}[{k}] = {x.name}[{p.name}[{k}]]", f"{y.name}[{p.name}[{k}]] = {x.name}[{k}]", f"{y.name}[{p.name}[{k}]] += 1",
                         f"{x.name}[{p.name}[{k}]] = {x.name}[{k}]")
        self.write([f"for {k} = 0..{n - 1}", form, "end"], self.number_kind(kind), x, y, p)

    def branches_of_cases(self):
        """Cases by the place: borders are treated apart, even and odd ones differ."""
        n, kind = self.pick(9, 17, 40), self.element_kind()
        x, y = self.array("x", kind, (n,)), self.array("y", kind, (n,), filled=self.chance(30))
        k, x_, y_ = self.named("k"), x.name, y.name
        lines = [f"for {k} = 0..{n - 1}", f"if {k} == 0", f"{y_}[{k}] = {x_}[0] + 1", f"elseif {self.pick(f'{k} == {n - 1}', f'{k} >= {n - 2}')}", f"{y_}[{k}] = {x_}[{k}] - {x_}[{k}-1]",
                 *self.pick([], [f"elseif imod({k}, 2) == 0", f"{y_}[{k}] = {x_}[{k}-1]"], [f"elseif {x_}[{k}] > {x_}[{k}-1]", f"{y_}[{k}] = {x_}[{k}]"]),
                 "else", f"{y_}[{k}] = {x_}[{k}-1] + {x_}[{k}+1]", "end", *self.pick([], [f"{x_}[{k}] = {y_}[{k}]"]), "end"]
        if any(line.startswith(f"{x_}[") for line in lines):
            for j, line in enumerate(lines):
                if line.startswith(f"{y_}[{k}] = "):
                    lines[j] = f"{y_}[{k}] = mod({line.split(' = ')[1]}, 13)"
        self.write(lines, self.number_kind(kind), x, y)
