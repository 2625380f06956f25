"""Filters: nests that read a window around each position, several one after the other, as loops and as launches, that may become one or go
in strips.

*Invariant:* weights are small whole numbers, so that four passes stay exact.
"""

import tree
from builder import product, type_text
from expressions import literal
from texts import Texts
from values import REAL, REAL_BITS, Number, Store, Variable

STRATEGIES = ("smart", "noreordering", "minsyncgrid", "minworkingmemory", "manual")


class Passes(Texts):
    def window(self, a, counters, reach):
        """A weighted sum of elements of a around the position."""
        terms, python, weight = [], [], 0
        for k in range(self.pick(1, 2, 2, 3)):
            w = self.pick(1, 1, 1, 2, 3)
            offsets = [self.pick(*([0] * 2 + list(range(-reach, reach + 1)))) for _ in counters]
            index = [c.quasar if o == 0 else f"{c.quasar}{'+' if o > 0 else '-'}{abs(o)}" for c, o in zip(counters, offsets)]
            places = [f"{c.python} + {o}" for c, o in zip(counters, offsets)]
            sign = self.pick("+", "+", "-") if k else "+"
            factor = "" if w == 1 else f"{w}*"
            terms.append((sign, f"{factor}{a.name}[{','.join(index)}]"))
            python.append(f"{sign} {w} * m.ld({a.name}, '{self.mode_of(a)}', {', '.join(places)})")
            weight += w
        text = terms[0][1] + "".join(f" {s} {t}" for s, t in terms[1:])
        size = a.store.size * weight
        return Number(text, f"m.real({' '.join(python)[2:]})", "r", -size, size, a.store.bits, 6)

    def filter(self, source, target, extra=None, launch=False, tamed=False):
        """One pass: each element of the target from a window of the source; `tamed` keeps it in the bounds that the target has."""
        reach = self.pick(1, 1, 2, 3)
        if launch:
            return self.filter_launch(source, target, extra, reach, tamed)
        counters, ranges = [], []
        for n in target.store.dims:
            c = Number(self.fresh("i"), None, "i", 0, n - 1)
            c.python = c.quasar
            c.counter = True
            counters.append(c)
            a = self.pick(0, 0, 0, 0, 1, 2)
            b = n - 1 - self.pick(0, 0, 0, 0, 1, 2)
            ranges.append((a, b))
        place = self.place
        self.place = "loop"
        store = self.filter_store(source, target, extra, counters, reach, tamed)
        self.place = place
        item = store
        for c, (a, b) in reversed(list(zip(counters, ranges))):
            item = tree.Compound([(f"for {c.quasar} = {a}..{self.extent(b) if b >= 0 else b}", f"for {c.python} in m.steps({a}, 1, {b}):", tree.Block([item]))])
        self.block.append(item)

    def filter_store(self, source, target, extra, counters, reach, tamed):
        x = self.window(source, counters, reach)
        if extra:
            y = self.window(extra, counters, self.pick(0, 0, 1))
            x = self.plus(x, y) if self.chance(50) else self.minus(x, y)
        index = ",".join(c.quasar for c in counters)
        python = ", ".join(c.python for c in counters)
        if tamed:
            x = Number(f"mod({x.quasar}, 13)", f"m.mod_real({x.python}, 13.0)", "r", -13, 13, x.bits)
        elif target.store.kind == "scalar":
            size = max(target.store.size, x.size)
            target.store.low, target.store.high = -size, size
            target.store.bits = max(target.store.bits, x.bits)
        elif self.chance(50):
            x = Number(f"int({x.quasar})", f"m.truncated({x.python})", "i", x.low, x.high)
        return tree.Line(f"{target.name}[{index}] = {x.quasar}", f"m.st({target.name}, '{self.mode_of(target)}', {x.python}, {python})")

    def filter_launch(self, source, target, extra, reach, tamed):
        outer = self.enter()
        name = self.fresh("f")
        parameters, arguments = [], []
        s = self.parameter(source, self.pick("mirror", "circular", "clamped", "safe", ""), parameters, arguments)
        e = self.parameter(extra, self.pick("mirror", "circular", "clamped", "safe", ""), parameters, arguments) if extra else None
        t = self.parameter(target, "", parameters, arguments) if not target.mode else self.parameter(target, target.mode, parameters, arguments)
        pos = self.positions(target.store.dims)
        self.block.append(self.filter_store(s, t, e, pos["counters"], reach, tamed))
        body = self.block
        self.leave(outer)
        kernel = {"pos": pos, "total": None}
        self.close_kernel(name, target.store.dims, parameters, arguments, body, kernel)

    def chain(self):
        """Passes in a function of their own, with arrays between them that only they use."""
        dims = self.pick((5, 7), (9, 16), (8, 17), (17, 9), (33, 8), (3, 33), (16, 16), (40,), (67,), (4, 5, 3))
        x = self.new_array("scalar", dims, "")
        x.store.low, x.store.high = -REAL, REAL
        outer = self.enter()
        name = self.fresh("g")
        self.place, self.level, self.iterations = "host", 0, 1
        mode = self.pick("mirror", "clamped", "circular", "safe")
        source = Variable("x", x.store, mode)
        word = type_text("scalar", dims)
        with_attribute = self.chance(60)
        if with_attribute:
            self.line(f'{{!kernel_fusion strategy="{self.pick(*STRATEGIES)}"}}')
        count = self.pick(2, 2, 3, 3, 4)
        sizes = ",".join(map(str, dims)) if self.chance(50) else "size(x)" if len(dims) > 1 else "numel(x)"
        between = []
        for k in range(count - 1):
            v = Variable(self.fresh("t"), Store("scalar", dims, -REAL, REAL, REAL_BITS), self.pick("mirror", "clamped", "safe", "", ""))
            self.line(f"{v.name} : {word}'{v.mode} = zeros({sizes})" if v.mode else f"{v.name} = zeros({sizes})", f"{v.name} = m.new('scalar', {', '.join(map(str, dims))})")
            between.append(v)
        out = Variable("y", Store("scalar", dims, -REAL, REAL, REAL_BITS), "")
        self.line(f"y = zeros({sizes})", f"y = m.new('scalar', {', '.join(map(str, dims))})")
        chain = [source, *between, out]
        for k in range(count):
            extra = self.random.choice(chain[:k + 1]) if self.chance(30) else None
            self.filter(chain[k], chain[k + 1], extra, launch=self.chance(40))
            if with_attribute and self.chance(10):
                self.line("{!kernel_fusion barrier}")
        self.line((), "return y")
        body = self.block
        self.leave(outer)
        self.prelude.append(tree.Compound([(f"function y = {name}(x : {word}'{mode})", f"def {name}(x):", body)]))
        v = self.fresh("b")
        self.line(f"{v} = {name}({x.name})", f"{v} = {name}({x.name})")
        self.arrays.append(Variable(v, Store("scalar", dims, out.store.low, out.store.high, out.store.bits)))

    def back_and_forth(self):
        """Passes between arrays in both directions, so that a later one changes what an earlier one has read."""
        dims = self.pick((5, 7), (9, 16), (17, 9), (33, 8), (16, 16), (40,), (67,), (4, 5, 3))
        arrays = [self.new_array("scalar", dims, "") for _ in range(self.pick(2, 2, 3))]
        for a in arrays:
            a.store.low, a.store.high = -REAL, REAL
        outer = self.enter()
        name = self.fresh("g")
        self.place, self.level, self.iterations = "host", 0, 1
        mode = self.pick("mirror", "clamped", "circular", "safe")
        inside = [Variable(f"x{k}", Store("scalar", dims, -REAL, REAL, REAL_BITS), mode) for k in range(len(arrays))]
        if self.chance(50):
            self.line(f'{{!kernel_fusion strategy="{self.pick("smart", "smart", "noreordering", "minsyncgrid", "minworkingmemory")}"}}')
        for _ in range(self.pick(2, 3, 4)):
            source, target = self.random.sample(inside, 2)
            launch = self.chance(40)
            extra = self.random.choice(inside) if self.chance(30) else None
            self.filter(source, target, None if launch and extra is target else extra, launch=launch, tamed=True)
        body = self.block
        self.leave(outer)
        word = {1: "vec", 2: "mat", 3: "cube"}[len(dims)]
        parameters = ", ".join(f"x{k} : {word}'{mode}" for k in range(len(arrays)))
        self.prelude.append(tree.Compound([(f"function [] = {name}({parameters})", f"def {name}({', '.join(f'x{k}' for k in range(len(arrays)))}):", body)]))
        passed = ", ".join(a.name for a in arrays)
        call = tree.Line(f"{name}({passed})", f"{name}({passed})")
        if self.chance(30):
            i = self.fresh("i")
            call = tree.Compound([(f"for {i} = 0..1", f"for {i} in range(2):", tree.Block([call]))])
        self.block.append(call)

    def carried(self):
        """A nest whose iterations meet in elements a constant distance apart, if at all, and in nothing else."""
        dims = self.pick((9,), (17,), (33,), (40,), (5, 9), (9, 17), (17, 8), (33, 7), (4, 33))
        kind = self.pick("scalar", "scalar", "int", "int16")
        a, b = self.new_array(kind, dims, ""), self.new_array(kind, dims, "")
        a.mode = b.mode = ""
        other = Variable(self.fresh("b"), a.store, "")
        self.line(f"{other.name} = {a.name}", f"{other.name} = {a.name}")
        counters, item = [], tree.Block()
        for n in dims:
            c = Number(self.fresh("i"), None, "i", 0, n - 1)
            c.python = c.quasar
            counters.append(c)

        def element(v, distances):
            index = [c.quasar + (f"{d:+d}" if d else "") for c, d in zip(counters, distances)]
            return f"{v.name}[{','.join(index)}]", ", ".join(f"{c.python} + {d}" for c, d in zip(counters, distances))

        def distances():
            return [self.pick(0, 0, 1, -1, 2, -2, 3, -5) if self.chance(70) else 0 for _ in dims]

        divisor = 13 if kind == "scalar" else 101
        f, zero = ("m.mod_real", ".0") if kind == "scalar" else ("m.mod_int", "")
        keep = "m.real" if kind == "scalar" else "m.i32"
        for k in range(self.pick(1, 1, 1, 2)):
            target = a if k == 0 else b
            to, to_python = element(target, [0] * len(dims))
            quasar, python = f"{to}", f"m.ld({target.name}, 'loop', {to_python})"
            for _ in range(self.pick(1, 1, 2)):
                v = self.pick(a, a, other, b)
                q, p = element(v, distances())
                sign = self.pick("+", "-")
                quasar, python = f"{quasar} {sign} {q}", f"{keep}({python} {sign} m.ld({v.name}, 'loop', {p}))"
            item.append(tree.Line(f"{to} = mod({quasar} + 1, {divisor})",
                                  f"m.st({target.name}, 'loop', {f}({keep}({python} + 1), {divisor}{zero}), {to_python})"))
        order = list(zip(counters, dims))
        if self.chance(35):
            order.reverse()
        for c, n in reversed(order):
            low, high = self.pick((0, n - 1), (0, n - 1), (1, n - 1), (0, n - 2), (2, n - 3))
            step = self.pick(1, 1, 1, 1, 2, -1)
            first, last = (low, high) if step > 0 else (high, low)
            ends = f"{self.extent(last) if step > 0 else last}"
            middle = "" if step == 1 else f"{step}.."
            item = tree.Block([tree.Compound([(f"for {c.quasar} = {first}..{middle}{ends}", f"for {c.python} in m.steps({first}, {step}, {last}):", item)])])
        self.block += item

    def pivoted(self):
        """A loop that reads one element or row which it may change itself: conditions and bounds tell whether it does."""
        n = self.pick(9, 17, 33, 40, 40)
        kind = self.pick("scalar", "scalar", "int")
        is_matrix = self.chance(40)
        dims = (n, self.pick(5, 17, 33)) if is_matrix else (n,)
        x = self.new_array(kind, dims, "")
        x.mode = ""
        at = self.pick(1, 2, 4, n // 2, n - 2)
        k, i, j = self.fresh("k"), self.fresh("i"), self.fresh("i")
        self.line(f"{k} = {at}" + (" + z" if self.chance(70) else ""), f"{k} = {at}")
        divisor, zero = (13, ".0") if kind == "scalar" else (101, "")
        f, keep = ("m.mod_real", "m.real") if kind == "scalar" else ("m.mod_int", "m.i32")
        column = (f",{j}", f", {j}") if is_matrix else ("", "")
        e = self.pick(0, 0, 0, 0, 0, 1, -1)
        pivot = f"{k}{e:+d}" if e else k
        to, pivot_read = f"{x.name}[{i}{column[0]}]", f"{x.name}[{pivot}{column[0]}]"
        sign = self.pick("+", "-")
        own, other = f"m.ld({x.name}, 'loop', {i}{column[1]})", f"m.ld({x.name}, 'loop', {pivot}{column[1]})"
        update = tree.Line(f"{to} = mod({to} {sign} {pivot_read} + 1, {divisor})",
                           f"m.st({x.name}, 'loop', {f}({keep}({keep}({own} {sign} {other}) + 1), {divisor}{zero}), {i}{column[1]})")
        body = tree.Block([update])
        first, last = "0", self.extent(n - 1)
        first_python, last_python = "0", f"{n - 1}"
        if self.chance(65):
            op = self.pick(">=", ">=", "<=", "<=", ">", "<", "!=", "==")
            d = self.pick(0, 0, 0, 0, 1, -1)
            edge = f"{k}{d:+d}" if d else k
            text = f"{i} {op} {edge}" if self.chance(60) else f"{edge} {({'>=': '<=', '<=': '>=', '>': '<', '<': '>'}).get(op, op)} {i}"
            body = tree.Block([tree.Compound([(f"if {text}", f"if {text}:", body)])])
        else:
            d = self.pick(0, 1, -1)
            edge = f"{k}{d:+d}" if d else k
            if self.chance(50):
                first = first_python = edge
            else:
                last = last_python = edge
        if is_matrix:
            columns = (f"for {j} = 0..{self.extent(dims[1] - 1)}", f"for {j} in m.steps(0, 1, {dims[1] - 1}):")
        rows = (f"for {i} = {first}..{last}", f"for {i} in m.steps({first_python}, 1, {last_python}):")
        loops = [rows] if not is_matrix else self.pick([rows, columns], [columns, rows])
        for quasar, python in reversed(loops):
            body = tree.Block([tree.Compound([(quasar, python, body)])])
        self.block += body

    def left_over(self):
        """A number that not every iteration sets: it keeps what an earlier one has left. An inner loop may have no iteration, a branch may not be taken."""
        n = self.pick(9, 17, 33)
        kind = self.pick("i", "r")
        word, ld = ("int", "m.i32") if kind == "i" else ("scalar", "m.real")
        x, y = (self.new_array(word, (n,), "") for _ in range(2))
        x.mode = y.mode = ""
        t, i, j = self.fresh("k" if kind == "i" else "t"), self.fresh("i"), self.fresh("j")
        first = self.pick(1, 2, 7)
        self.line(f"{t} = {first}" + ("" if kind == "i" else ".5"), f"{t} = {first}" + ("" if kind == "i" else ".5"))
        value = self.pick((f"{i} + {j}", f"{i} + {j}"), (f"x[{j}]", None), (f"x[{i}] + {j}", None))
        quasar = value[0].replace("x[", f"{x.name}[")
        python = value[1] or quasar.replace(f"{x.name}[{i}]", f"m.ld({x.name}, 'loop', {i})").replace(f"{x.name}[{j}]", f"m.ld({x.name}, 'loop', {j})")
        if kind == "r":
            quasar, python = f"float({quasar})", f"m.to_real({python})"
        set_it = tree.Line(f"{t} = {quasar}", f"{t} = {ld}({python})")
        a = self.pick(2, 3, 5)
        inner = self.pick((f"for {j} = 0..mod({i}, {a})-1", f"for {j} in m.steps(0, 1, {i} % {a} - 1):"),
                          (f"for {j} = {a}..{i}", f"for {j} in m.steps({a}, 1, {i}):"),
                          (f"for {j} = {i}..{a}", f"for {j} in m.steps({i}, 1, {a}):"),
                          (f"for {j} = 0..z+{a}", f"for {j} in m.steps(0, 1, {a}):"))
        within = tree.Block([tree.Compound([(*inner, tree.Block([set_it]))])])
        if self.chance(30):
            c = self.pick((f"mod({i}, {a}) == 0", f"{i} % {a} == 0"), (f"{i} > {a}", f"{i} > {a}"))
            within = tree.Block([tree.Compound([(f"if {c[0]}", f"if {c[1]}:", within)])])
        use = self.pick((f"{y.name}[{i}] = {t}", f"m.st({y.name}, 'loop', {t}, {i})"),
                        (f"{y.name}[{i}] = mod({x.name}[{i}] + {t}, 13)",
                         f"m.st({y.name}, 'loop', {'m.mod_int' if kind == 'i' else 'm.mod_real'}({ld}(m.ld({x.name}, 'loop', {i}) + {t}), 13{'' if kind == 'i' else '.0'}), {i})"))
        within = tree.Block([*within, tree.Line(*use)]) if self.chance(80) else tree.Block([tree.Line(*use), *within])
        self.block += tree.Block([tree.Compound([(f"for {i} = 0..{self.extent(n - 1)}", f"for {i} in m.steps(0, 1, {n - 1}):", within)])])
        if self.chance(30):
            self.line(f'print "{t} ", {t}', f'say("{t} ", {t})')

    def read_again(self):
        """Elements that are read more than once, between stores that lie some blocks deeper and may be to the same ones."""
        n = self.pick(5, 9, 17)
        kind = self.pick("scalar", "int", "uint8")
        x = self.new_array(kind, (n,), "")
        x.mode = ""
        ld = "m.real" if kind == "scalar" else "m.i32"
        mod = "m.mod_real" if kind == "scalar" else "m.mod_int"
        divisor = "13" if kind == "scalar" else "101"
        zero = ".0" if kind == "scalar" else ""
        p = self.random.randrange(n)
        q = p if self.chance(60) else self.random.randrange(n)
        s, i, j = self.fresh("t" if kind == "scalar" else "k"), self.fresh("i"), self.fresh("j")
        read = tree.Line(f"{s} = mod({s} + {x.name}[{p}], {divisor})", f"{s} = {mod}({ld}({s} + m.ld({x.name}, 'loop', {p})), {divisor}{zero})")
        self.line(f"{s} = {x.name}[{p}]", f"{s} = m.ld({x.name}, 'loop', {p})")
        c = self.pick(1, 2, 10)
        block = tree.Block([tree.Line(f"{x.name}[{q}] = {c}", f"m.st({x.name}, 'loop', {c}{zero}, {q})")])
        iterations = self.pick(3, 4, 5)
        for k in range(self.pick(1, 2, 3)):
            form = self.pick("if", "if", "for", "else")
            at = self.random.randrange(iterations)
            if form == "if":
                block = tree.Block([tree.Compound([(f"if {i} == {at}", f"if {i} == {at}:", block)])])
            elif form == "else":
                block = tree.Block([tree.Compound([(f"if {i} > {at}", f"if {i} > {at}:", tree.Block([read])), ("else", "else:", block)])])
            else:
                v = f"{j}{k}"
                block = tree.Block([tree.Compound([(f"for {v} = {at}..{i}", f"for {v} in m.steps({at}, 1, {i}):", block)])])
        body = [read, *block, read] if self.chance(50) else [read, *block]
        self.block += tree.Block([tree.Compound([(f"for {i} = 0..{iterations - 1}{self.pick('', '+z')}", f"for {i} in m.steps(0, 1, {iterations - 1}):", tree.Block(body))])])
        self.line(f'print "{s} ", {s}', f'say("{s} ", {s})')

    def products(self):
        """Nests as linear algebra has them: loops in any order, triangles, sums into elements, columns first."""
        n = self.pick(3, 5, 8, 9, 16, 17)
        a, b, c = (self.new_array("scalar", (n, n), "") for _ in range(3))
        a.store.low, a.store.high = -REAL, REAL
        names = {k: self.fresh("i") for k in "ijk"}
        order = self.random.sample("ijk", 3)
        # The second loop may end at the first one's index, or begin there.
        slant = self.pick(None, "below", "above", "inside")
        ranges = {k: (f"0..{self.extent(n - 1)}", f"m.steps(0, 1, {n - 1})") for k in "ijk"}
        inner, outer = order[self.pick(1, 2)], order[0]
        if slant == "below":
            ranges[inner] = (f"0..{names[outer]}", f"m.steps(0, 1, {names[outer]})")
        elif slant == "above":
            ranges[inner] = (f"{names[outer]}..{n - 1}", f"m.steps({names[outer]}, 1, {n - 1})")
        elif slant == "inside" and n > 3:
            ranges[inner] = (f"{names[outer]}+1..{n - 2}", f"m.steps({names[outer]} + 1, 1, {n - 2})")

        def element(v, one, two):
            x, y = names[one], names[two]
            if self.chance(50):
                x, y = y, x
            return f"{v.name}[{x},{y}]", f"m.ld({v.name}, 'loop', {x}, {y})"

        left, right = element(a, "i", "k"), element(b, "k", "j")
        row, column = (names["i"], names["j"]) if self.chance(60) else (names["j"], names["i"])
        # A quarter is the finest digit and 16 the greatest element: n of their products, in sixteenths, stay below 2^22.
        form = self.pick("sum", "sum", "store", "scale")
        product_python = f"m.real({left[1]} * {right[1]})"
        if form == "sum":
            statement = tree.Line(f"{c.name}[{row},{column}] += {left[0]}*{right[0]}", f"m.ups({c.name}, 'loop', '+', {product_python}, {row}, {column})")
            c.store.low, c.store.high, c.store.bits = -REAL * REAL * n - REAL, REAL * REAL * n + REAL, 4
        elif form == "store":
            statement = tree.Line(f"{c.name}[{row},{column}] = {left[0]} + {right[0]}", f"m.st({c.name}, 'loop', m.real({left[1]} + {right[1]}), {row}, {column})")
            c.store.low, c.store.high = -2 * REAL, 2 * REAL
        else:
            # Elements of the array that is written are read at another place.
            statement = tree.Line(f"{c.name}[{row},{column}] = mod({c.name}[{column},{names['k']}] + {left[0]}, 13)",
                                  f"m.st({c.name}, 'loop', m.mod_real(m.real(m.ld({c.name}, 'loop', {column}, {names['k']}) + {left[1]}), 13.0), {row}, {column})")
        item = statement
        for depth, k in enumerate(reversed(order)):
            inside = tree.Block([item])
            if depth == 2 and self.chance(30):
                # A statement beside the inner loops: the body is divided.
                x = names[k]
                inside.insert(0, tree.Line(f"{b.name}[{x},0] = {b.name}[0,{x}] - 1", f"m.st({b.name}, 'loop', m.real(m.ld({b.name}, 'loop', 0, {x}) - 1), {x}, 0)"))
                b.store.low -= n
                b.store.high += n
            item = tree.Compound([(f"for {names[k]} = {ranges[k][0]}", f"for {names[k]} in {ranges[k][1]}:", inside)])
        self.block.append(item)

    def stencil(self):
        """A pass from one array of the case to another; aliases of one array now and then."""
        fine = [a for a in self.arrays if a.store.number == "r" and a.rank <= 3 and a.store.size <= 1 << 12]
        if not fine:
            return self.nest()
        source = self.random.choice(fine)
        targets = [a for a in self.arrays if a.store.dims == source.store.dims and a.store.number in "ir"]
        if self.chance(40) or not targets:
            kind = self.pick("scalar", "scalar", "uint8", "int16", "int")
            targets = [self.new_array(kind, source.store.dims, "")]
        target = self.random.choice(targets)
        low, high = source.store.low, source.store.high
        if target.store is source.store:
            # It reads what it has written: sums would grow with each iteration.
            return self.nest()
        self.filter(source, target)
        if target.store.kind == "int" and max(-low, high) * 12 > 1000:
            target.store.low, target.store.high = -(1 << 17), 1 << 17
