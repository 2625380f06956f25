"""Vectors that get longer: in loops, on branches, in functions, behind errors and jumps, and what other variables have of them meanwhile.

*Invariant:* all are vectors of ints, so that no assignment converts one; an append gives a new vector, everything else shares.
"""

import tree
from idioms import Idioms

# What an append may be to: a vector whose length nobody can double for ever.
LONGEST = 60


class Lists(Idioms):
    def lists(self):
        self.vectors = []
        for _ in range(self.pick(2, 3)):
            name = self.fresh("v")
            values = [self.random.randrange(9) for _ in range(self.pick(0, 1, 2, 3))]
            made = str(values) if values else "vec[int](0)"
            self.line(f"{name} = {made}", f"{name} = {values}")
            self.vectors.append(name)
        self.setters = [self.setter() for _ in range(self.pick(1, 2))]
        for _ in range(self.pick(3, 4, 6)):
            self.list_statement(0, None)
        for name in self.vectors:
            self.told_list(name)

    def told_list(self, name):
        self.line(f'print "{name} ", numel({name}), {name}', f'say("{name} ", len({name}), "[" + ",".join(str(k) for k in {name}) + "]")')

    def setter(self):
        """A function that appends to its parameter."""
        name = self.fresh("g")
        k = self.random.randrange(9)
        lines = self.pick(
            (["y = append(w, v)"], ["return w + [v]"]),
            ([f"w = append(w, {k})", "y = append(w, v)"], [f"w = w + [{k}]", "return w + [v]"]),
            (["y = w", f"if numel(w) > {k}", f"    y = append(y, {k})", "end", "y = append(y, v)"],
             ["y = w", f"if len(w) > {k}:", f"    y = y + [{k}]", "return y + [v]"]),
            ([f"y = v > {k} ? w : append(w, v)"], [f"return w if v > {k} else w + [v]"]))
        self.prelude.append(tree.Compound([(f"function y = {name}(w : vec[int], v : int)", f"def {name}(w, v):", tree.Block([tree.Line(*lines)]))]))
        return name

    def list_number(self, index):
        """A number as both texts have it."""
        other = self.random.choice(self.vectors)
        known = [(str(self.random.randrange(20)),) * 2, (f"numel({other})", f"len({other})")]
        inner = [(index, index), (f"3*{index} + 1", f"3*{index} + 1")] if index else []
        return self.random.choice(known + 2 * inner)

    def list_statement(self, depth, index, jumps=False):
        roll = self.random.randrange(100)
        a, b = self.random.choice(self.vectors), self.random.choice(self.vectors)
        q, p = self.list_number(index)
        if roll < 34:
            self.line(f"{a} = append({a}, {q})", f"{a} = {a} + [{p}]")
        elif roll < 42:
            self.line(f"{a} = append({b}, {q})", f"{a} = {b} + [{p}]")
        elif roll < 50:
            self.line(f"{a} = {b}", f"{a} = {b}")
        elif roll < 56:
            self.guarded(f"numel({a}) + numel({b}) < {LONGEST}", f"len({a}) + len({b}) < {LONGEST}",
                         f"{a} = append({a}, {b})", f"{a} = {a} + {b}")
        elif roll < 66:
            k = self.random.randrange(4)
            self.guarded(f"numel({a}) > {k}", f"len({a}) > {k}", f"{a}[{k}] = {q}", f"{a}[{k}] = {p}")
        elif roll < 73:
            f = self.random.choice(self.setters)
            self.line(f"{a} = {f}({b}, {q})", f"{a} = {f}({b}, {p})")
        elif roll < 77:
            self.told_list(a)
        elif roll < 81 and jumps:
            word = self.pick("break", "continue")
            self.guarded(f"{index} > {self.random.randrange(6)}", None, word, word)
        elif depth < 2:
            self.pick(self.list_loop, self.list_loop, self.list_branch, self.list_attempt)(depth, index, jumps)
        else:
            self.line(f"{a} = append(append({a}, {q}), 7)", f"{a} = {a} + [{p}, 7]")

    def guarded(self, condition, python_condition, quasar, python):
        block = tree.Block([tree.Line(quasar, python)])
        self.block.append(tree.Compound([(f"if {condition}", f"if {python_condition or condition}:", block)]))

    def list_block(self, depth, index, jumps, most=4):
        with self.within() as block:
            for _ in range(self.random.randrange(1, most)):
                self.list_statement(depth + 1, index, jumps)
        return block

    def list_loop(self, depth, index, jumps):
        count, n = self.fresh("i"), self.pick(2, 3, 5, 9)
        block = self.list_block(depth, count, True, 5)
        self.block.append(tree.Compound([(f"for {count} = 0..{n - 1}", f"for {count} in range({n}):", block)]))

    def list_branch(self, depth, index, jumps):
        q, p = self.list_number(index)
        block, other = (self.list_block(depth, index, jumps) for _ in range(2))
        parts = [(f"if mod({q}, 2) == 0", f"if ({p}) % 2 == 0:", block)]
        self.block.append(tree.Compound(parts + [("else", "else:", other)] * self.pick(0, 1)))

    def list_attempt(self, depth, index, jumps):
        """What was done before an error stays done."""
        q, p = self.list_number(index)
        k = self.random.randrange(8)
        with self.within() as block:
            self.list_statement(2, index)
            self.guarded(f"{q} > {k}", f"{p} > {k}", 'error("stop")', 'raise m.Raised("stop")')
            self.list_statement(2, index)
        handler = self.list_block(2, index, False)
        self.block.append(tree.Compound([("try", "try:", block), ("catch", "except m.Raised:", handler)]))
