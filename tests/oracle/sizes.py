"""Sizes that are not the same everywhere: slices whose ends move with a loop, variables that tell the size of an array and change on some ways.

*Invariant:* every slice lies inside its array and has an element at least.
"""

import tree
from registers import Registers


class Sizes(Registers):
    # Slices that move.

    def moving(self, i, last, n):
        """A slice of n elements whose ends move with the counter i, which counts from 0 to last: Quasar, Python; None where that cannot be."""
        ends = [(i, last, 0), (f"{i}+1", last + 1, 1), ("0", 0, 0), ("1", 1, 1), (f"{last}-{i}", last, 0)]
        low, most, least = self.random.choice(ends)
        widths = [(f"{i}+{w}", last + w, w) for w in (0, 1, 2, 3)]
        tops = [(f"{c}-{i}", c, c - last) for c in (n - 1, n - 2, n - 1 - least)]
        fixed = [(f"{c}", c, c) for c in (n - 1, n - 2)]
        for high, greatest, smallest in self.shuffled(tops * 2 + widths + fixed):
            if greatest >= n or smallest < 0:
                continue
            if all(self.at(low, i, k) <= self.at(high, i, k) for k in range(last + 1)) and most < n:
                z = self.zero and self.chance(25)
                return f"{low}..{high}{'+z' if z else ''}", f"m.steps({low}, 1, {high})"
        return None

    @staticmethod
    def at(text, name, value):
        return eval(text, {name: value})

    def frames(self):
        """A loop over parts of an array that grow, shrink or move: borders peeled off, windows, triangles."""
        dims = self.pick((9,), (17,), (33,), (40,), (8, 9), (9, 17), (16, 5))
        kind = self.pick("scalar", "scalar", "int", "uint8", "int16")
        x, y = self.new_array(kind, dims, ""), self.new_array(kind, dims, "")
        x.mode = y.mode = ""
        i, last = self.fresh("i"), self.pick(1, 2, 3, min(dims) // 2)
        total = self.fresh("s")
        word = "scalar" if kind == "scalar" else "int"
        self.line(f"{total} = 0" + (".0" if kind == "scalar" else ""), f"{total} = 0" + (".0" if kind == "scalar" else ""))
        body = tree.Block([item for _ in range(self.pick(1, 2, 2)) for item in self.frame(x, y, i, last, word, total)])
        self.block.append(tree.Compound([(f"for {i} = 0..{last}{self.pick('', '+z')}", f"for {i} in m.steps(0, 1, {last}):", body)]))
        self.line(f'print "{total} ", {total}', f'say("{total} ", {total})')

    def frame(self, x, y, i, last, word, total):
        """A statement on a part; nothing where no part fits."""
        parts = [self.moving(i, last, n) if self.chance(80) else (":", "None") for n in x.store.dims]
        if None in parts:
            return []
        quasar, python = (",".join(p[k] for p in parts) for k in (0, 1))
        if self.random.random() < 0.5:
            x, y = y, x
        source, read = f"{x.name}[{quasar}]", f"m.take({x.name}, 'loop', {python})"
        form = self.pick("store", "store", "set", "total", "count", "named")
        w = self.pick(1, 2, 3)
        divisor = 13 if word == "scalar" else 101
        update = (f"mod({source} + {w}, {divisor})", f"m.remainder('{word}', m.add('{word}', {read}, {w}), {divisor})")
        if form == "store":
            return [tree.Line(f"{y.name}[{quasar}] = {update[0]}", f"m.put({y.name}, 'loop', {update[1]}, {python})")]
        if form == "set":
            return [tree.Line(f"{y.name}[{quasar}] = {w}", f"m.put({y.name}, 'loop', {w}, {python})")]
        keep = ("m.mod_real(m.real(", "), 1021.0)") if word == "scalar" else ("m.mod_int(m.i32(", "), 1021)")
        if form == "named":
            # The part has a name, whose size is asked.
            v = self.fresh("v")
            return [tree.Line(f"{v} = {source}", f"{v} = {read}"),
                    tree.Line(f"{total} = mod({total} + numel({v}) + sum({v}), 1021)", f"{total} = {keep[0]}{total} + m.numel({v}) + m.total({v}){keep[1]}")]
        what = (f"sum({source})", f"m.total({read})") if form == "total" else (f"numel({source})", f"m.numel({read})")
        return [tree.Line(f"{total} = mod({total} + {what[0]}, 1021)", f"{total} = {keep[0]}{total} + {what[1]}{keep[1]}")]

    # Variables that tell sizes.

    def known_sizes(self):
        """A loop in which the number that tells a size has another value on some ways to the next iteration, or to the end."""
        k, i, s = self.fresh("k"), self.fresh("i"), self.fresh("s")
        first, other = self.random.sample((2, 3, 4, 5, 7), 2)
        n = self.pick(5, 9, 12)
        a = self.pick(2, 3)
        b = self.random.randrange(a)
        x = self.new_array("scalar", (9,), "")
        x.mode = ""
        self.line([f"{k} = {first}", f"{s} = 0"], [f"{k} = {first}", f"{s} = 0"])
        way = self.pick("continue", "continue", "continue", "break", "fall", "else")
        change = self.pick(f"{k} = {other}", f"{k} = min({k} + 1, 8)")
        leave = [tree.Line(way, way)] if way in ("continue", "break") else []
        condition = self.pick((f"mod({i}, {a}) == {b}", f"{i} % {a} == {b}"), (f"{i} > {a} + z", f"{i} > {a}"))
        branch = [(f"if {condition[0]}", f"if {condition[1]}:", tree.Block([tree.Line(change, change), *leave]))]
        if way == "else" or self.chance(20):
            branch.append(("else", "else:", tree.Block(self.use_of_size(x, k, s))))
        back = [tree.Line(f"{k} = {first}", f"{k} = {first}")] if self.chance(35) else []
        body = [*self.use_of_size(x, k, s), tree.Compound(branch), *(self.use_of_size(x, k, s) if self.chance(70) else []), *back]
        if self.chance(30):
            body = body[1:] + body[:1]
        head = self.pick((f"for {i} = 0..{n - 1}{self.pick('', '+z')}", f"for {i} in m.steps(0, 1, {n - 1}):"), None)
        if head is None:
            self.line(f"{i} = -1", f"{i} = -1")
            head = (f"while {i} < {n - 1}{self.pick('', '+z')}", f"while {i} < {n - 1}:")
            body.insert(0, tree.Line(f"{i} += 1", f"{i} = {i} + 1"))
        self.block.append(tree.Compound([(*head, tree.Block(body))]))
        self.block += self.use_of_size(x, k, s)
        self.line(f'print "{s} ", {s}, " ", {k}', f'say("{s} ", {s}, " ", {k})')

    def use_of_size(self, x, k, s):
        """Something whose type or value hangs on the number k, added up in s."""
        form = self.pick("zeros", "zeros", "slice", "matrix", "number", "text")
        v = self.fresh("v")
        if form == "zeros":
            word = self.pick("zeros", "ones")
            made = f"m.new('scalar', {k})" if word == "zeros" else f"m.lift('scalar', lambda a: a + 1, m.new('scalar', {k}))"
            return [tree.Line([f"{v} = {word}({k})", f"{s} = mod(10*{s} + numel({v}), 9973)"], [f"{v} = {made}", f"{s} = (10 * {s} + m.numel({v})) % 9973"])]
        if form == "slice":
            return [tree.Line([f"{v} = {x.name}[0..{k}-1]", f"{s} = mod(10*{s} + numel({v}), 9973)"],
                              [f"{v} = m.take({x.name}, 'host', m.steps(0, 1, {k} - 1))", f"{s} = (10 * {s} + m.numel({v})) % 9973"])]
        if form == "matrix":
            return [tree.Line([f"{v} = zeros(2, {k})", f"{s} = mod(10*{s} + numel({v}) + size({v}, 1), 9973)"], [f"{s} = (10 * {s} + 3 * {k}) % 9973"])]
        if form == "text":
            return [tree.Line(f'print "at ", {k}', f'say("at ", {k})')]
        return [tree.Line(f"{s} = mod(3*{s} + {k}, 9973)", f"{s} = (3 * {s} + {k}) % 9973")]
